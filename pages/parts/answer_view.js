// Builds an answer from its node tree (answer_nodes.py): elements from an allow-list, text as text.

const TAGS = new Set([
  "p", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "code", "em", "strong",
  "table", "thead", "tbody", "tr", "th", "td", "hr", "br",
]);
const OF_UNKNOWN_DIRECTION = new Set(["p", "h3", "h4", "h5", "h6", "li", "blockquote", "th", "td"]);

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".answer");
  const open = (n) => setTriggerValue("citation", { message_id: data.message_id, n });
  root.setAttribute("aria-busy", String(data.streaming));
  root.classList.toggle("plain", data.plain);
  drawChanged(root, data, open);
  for (const button of root.querySelectorAll("button[data-n]")) {
    const isOpen = Number(button.dataset.n) === data.open;
    if (isOpen) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
}

// Blocks that stay the same are left alone, so that focus and selection survive a stream.
function drawChanged(root, data, open) {
  const before = root.drawn ?? [];
  const now = data.nodes.map((node) => JSON.stringify([node, data.chips, data.message_id]));
  now.forEach((drawing, i) => {
    if (drawing === before[i]) return;
    const block = build(data.nodes[i], data.chips, open);
    if (i < root.childNodes.length) root.replaceChild(block, root.childNodes[i]);
    else root.appendChild(block);
  });
  while (root.childNodes.length > now.length) root.lastChild.remove();
  root.drawn = now;
}

function build(node, chips, open) {
  if (typeof node === "string") return document.createTextNode(node);
  if ("cite" in node) return chip(node.cite, chips[node.cite], open);
  const children = node.children.map((child) => build(child, chips, open));
  if (node.tag === "a") return link(node, children);
  const element = document.createElement(TAGS.has(node.tag) ? node.tag : "span");
  if (OF_UNKNOWN_DIRECTION.has(element.localName)) element.dir = "auto";
  if (node.start !== undefined) element.start = node.start;
  if (["center", "right"].includes(node.align)) element.classList.add(node.align);
  element.append(...children);
  return element.localName === "table" ? scrollable(element) : element;
}

function link(node, children) {
  let url = null;
  try { url = new URL(node.href); } catch { /* shown as text below */ }
  const label = document.createElement(url?.protocol === "https:" && url.host === node.host ? "a" : "span");
  label.append(...children);
  if (label.localName === "a") {
    label.href = node.href;
    label.target = "_blank";
    label.rel = "noopener noreferrer nofollow";
  }
  const host = document.createElement("span");
  host.className = "host";
  host.textContent = ` (${url?.host ?? node.href})`;
  const both = document.createElement("span");
  both.append(label, host);
  return both;
}

function chip(n, state, open) {
  if (state?.state !== "open") {
    const mark = document.createElement("span");
    mark.className = "dead";
    mark.textContent = state?.state === "removed" ? `${n} · source removed` : `${n} · unverified`;
    if (state) mark.title = state.quote;
    return mark;
  }
  const button = document.createElement("button");
  button.type = "button";
  button.className = "chip";
  button.dataset.n = n;
  button.textContent = n;
  button.title = state.quote;
  button.setAttribute("aria-label", state.label);
  button.onclick = () => open(n);
  return button;
}

function scrollable(table) {
  const frame = document.createElement("div");
  frame.className = "wide";
  frame.tabIndex = 0;
  frame.append(table);
  return frame;
}
