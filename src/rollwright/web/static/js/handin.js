/** A record from a file goes into the field where records are pasted. */

import { byId } from "./dom.js";

const file = byId("file");
byId("file-part").hidden = false;
file.addEventListener("change", async () => {
  const [chosen] = file.files;
  if (chosen) byId("record").value = await chosen.text();
});
