// Runs before the first paint, so that a chosen theme does not flash.
try {
  const theme = localStorage.getItem("rollwright.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Nothing is kept here: the system's theme is shown.
}
