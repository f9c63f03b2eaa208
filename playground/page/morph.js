/**
 * Changes an element in place until it looks like a freshly rendered one.
 *
 * Elements with a `data-key` are only ever reused for the same key: a button must not turn into
 * another one under somebody's finger. What stays keeps its focus, its scroll position and its
 * loaded pictures.
 */

/** Attributes that the reader sets and a new rendering knows nothing about. */
const KEPT = new Set(["data-revealed"]);

/** Makes `from` equal to `to`; `to` is used up. */
export function morph(from, to) {
  morphAttributes(from, to);
  morphChildren(from, to);
}

function morphAttributes(from, to) {
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !KEPT.has(name) && name !== "style") from.removeAttribute(name);
  }
  for (const { name, value } of to.attributes) {
    if (name !== "style" && from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
  // Through the object model: the page's content policy refuses style attributes.
  if (from.style.cssText !== to.style.cssText) from.style.cssText = to.style.cssText;
}

function morphChildren(from, to) {
  const wanted = [...to.childNodes];
  const keys = new Set(wanted.map(keyOf).filter((key) => key !== null));
  const kept = new Map();
  for (const node of from.childNodes) {
    const key = keyOf(node);
    if (key !== null && keys.has(key)) kept.set(key, node);
  }
  let cursor = from.firstChild;
  for (const node of wanted) {
    const key = keyOf(node);
    const match = key === null ? null : kept.get(key);
    while (cursor && cursor !== match && !reusable(cursor, node) && !isWanted(cursor, kept)) {
      cursor = removeAndNext(cursor);
    }
    if (match && match.nodeName === node.nodeName) {
      if (match === cursor) cursor = cursor.nextSibling;
      else from.insertBefore(match, cursor);
      kept.delete(key);
      morph(match, node);
    } else if (cursor && reusable(cursor, node)) {
      const current = cursor;
      cursor = cursor.nextSibling;
      if (current.nodeType === Node.ELEMENT_NODE) morph(current, node);
      else if (current.data !== node.data) current.data = node.data;
    } else {
      from.insertBefore(node, cursor);
    }
  }
  while (cursor) cursor = removeAndNext(cursor);
}

function keyOf(node) {
  return node.nodeType === Node.ELEMENT_NODE ? (node.dataset.key ?? null) : null;
}

function reusable(current, wanted) {
  return current.nodeName === wanted.nodeName && keyOf(current) === null && keyOf(wanted) === null;
}

function isWanted(node, kept) {
  const key = keyOf(node);
  return key !== null && kept.get(key) === node;
}

function removeAndNext(node) {
  const next = node.nextSibling;
  node.remove();
  return next;
}
