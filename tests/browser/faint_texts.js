// Every visible text of the page, shadow roots included, whose contrast is below the ratio given
// (WCAG 2.2, 1.4.3). Disabled controls are exempt there and here.
(smallest) => {
  const channels = (colour) => {
    const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number);
    return colour.startsWith("color(srgb") ? [r * 255, g * 255, b * 255, a] : [r, g, b, a];
  };
  const over = ([r, g, b, a], under) =>
    [r, g, b].map((channel, i) => channel * a + under[i] * (1 - a)).concat(1);
  const luminance = (colour) => {
    const [r, g, b] = colour.map((c) => c / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const parent = (element) => element.parentElement ?? element.getRootNode().host ?? null;
  const lineage = (element) => {
    const found = [];
    for (let e = element; e; e = parent(e)) found.push(e);
    return found;
  };
  const ground = (elements) => {
    let colour = [255, 255, 255, 1];
    for (const e of [...elements].reverse()) {
      colour = over(channels(getComputedStyle(e).backgroundColor), colour);
    }
    return colour;
  };
  const textsIn = function* (root) {
    for (const node of root.childNodes) {
      if (node.nodeType === Node.TEXT_NODE && node.data.trim()) yield node;
      if (node.shadowRoot) yield* textsIn(node.shadowRoot);
      if (!["SCRIPT", "STYLE", "NOSCRIPT"].includes(node.nodeName)) yield* textsIn(node);
    }
  };
  const isExempt = (elements) =>
    elements.some((e) => e.disabled || e.getAttribute("aria-disabled") === "true"
      || e.getAttribute("data-disabled") === "true" || e.hidden
      || getComputedStyle(e).visibility !== "visible");
  const faint = [];
  for (const text of textsIn(document.body)) {
    const elements = lineage(text.parentElement ?? text.getRootNode().host);
    const range = document.createRange();
    range.selectNode(text);
    const { width, height } = range.getBoundingClientRect();
    if (width < 2 || height < 2 || isExempt(elements)) continue;
    const opacity = elements.reduce((all, e) => all * Number(getComputedStyle(e).opacity), 1);
    if (opacity === 0) continue;
    const below = ground(elements);
    const [r, g, b, a] = channels(getComputedStyle(elements[0]).color);
    const [darker, lighter] = [luminance(over([r, g, b, a * opacity], below)), luminance(below)]
      .sort((one, other) => one - other);
    const ratio = (lighter + 0.05) / (darker + 0.05);
    if (ratio < smallest) faint.push(`${ratio.toFixed(2)}: ${text.data.trim().slice(0, 60)}`);
  }
  return faint;
}
