/** Small helpers to build and change a page without redrawing what stays. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * A new element. Properties starting with "on" are listeners, "class" and the others attributes;
 * false, null and undefined leave an attribute out.
 * @param {string} tag
 * @param {Object<string, any>} [properties]
 * @param {...(Node|string|null|undefined)} children
 * @returns {any}
 */
export function el(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/**
 * The same for SVG.
 * @param {string} tag
 * @param {Object<string, any>} [properties]
 * @param {...(Node|string|null|undefined)} children
 * @returns {any}
 */
export function svg(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

/** @param {Element} node @param {Object<string, any>} properties @param {(Node|string|null|undefined)[]} children */
function fill(node, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else setAttribute(node, name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** @param {Element} node @param {string} name @param {any} value */
export function setAttribute(node, name, value) {
  if (value === false || value === null || value === undefined) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
  } else {
    const text = value === true ? "" : String(value);
    if (node.getAttribute(name) !== text) node.setAttribute(name, text);
  }
}

/** Change a text only where it differs, so that nothing is announced or laid out twice.
 * @param {Node} node @param {string} text */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** A drawing of the page's sprite: an icon, an avatar or a symbol.
 * @param {string} id @param {string} [className] */
export function drawing(id, className = "icon-drawing") {
  return svg("svg", { class: className, "aria-hidden": "true", viewBox: viewBoxOf(id) },
    svg("use", { href: `#${id}` }));
}

/** @param {string} id */
function viewBoxOf(id) {
  if (id.startsWith("symbol-")) return "0 0 48 48";
  return id.startsWith("avatar-") ? "0 0 32 32" : "0 0 24 24";
}

/** @param {string} name */
export function avatar(name) {
  return el("span", { class: "avatar" }, drawing(`avatar-${name}`, ""));
}

/** The element of that id, which the page is known to have.
 * @param {string} id @returns {any} */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the page lacks #${id}`);
  return node;
}

/** Rebuild the children of a list only when what they show has changed.
 * @param {any} parent @param {any} key @param {() => (Node|string)[]} build */
export function rebuild(parent, key, build) {
  const signature = JSON.stringify(key);
  if (parent.shownKey === signature) return;
  parent.shownKey = signature;
  parent.replaceChildren(...build());
}

/** The JSON that the page carries.
 * @returns {any} */
export function pageData() {
  return JSON.parse(byId("data").textContent);
}
