// Shows a passage cut in Python (segments.py): three texts, the middle one in a mark.

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".passage");
  const drawn = JSON.stringify(data);
  root.classList.toggle("tall", data.tall);
  if (root.drawn !== drawn) draw(root, data, setTriggerValue);
  root.drawn = drawn;
  if (root.opened !== data.opened) show(root);
  root.opened = data.opened;
}

function draw(root, data, setTriggerValue) {
  const title = make("h3", "title", data.title);
  title.title = data.title;
  root.replaceChildren(make("header", "", title, data.place && make("p", "place", data.place)));
  if (data.steps) root.firstChild.append(steps(data.steps, setTriggerValue));
  for (const notice of data.notices) root.append(make("p", "notice", notice));
  if (data.quote) root.append(make("blockquote", "", data.quote));
  if (data.text) root.append(passage(data.text));
}

function passage({ before, marked, after, cut_before, cut_after }) {
  const text = make("div", "text");
  text.tabIndex = 0;
  text.setAttribute("role", "document");
  text.setAttribute("aria-label", "Text of the source");
  if (cut_before) text.append(make("p", "cut", "…"));
  const words = make("div", "words", before);
  words.dir = "auto";
  if (marked) {
    const mark = make("mark", "", marked);
    mark.tabIndex = -1;
    mark.setAttribute("aria-label", "Cited passage");
    words.append(mark);
  }
  words.append(after);
  text.append(words);
  if (cut_after) text.append(make("p", "cut", "…"));
  return text;
}

function steps({ position, count }, setTriggerValue) {
  const step = (label, sign, by, disabled) => {
    const button = make("button", "", sign);
    button.type = "button";
    button.disabled = disabled;
    button.setAttribute("aria-label", label);
    button.onclick = () => setTriggerValue("step", by);
    return button;
  };
  const nav = make(
    "nav", "",
    step("Previous citation", "‹", -1, position <= 1),
    make("span", "", `${position} of ${count}`),
    step("Next citation", "›", 1, position >= count),
  );
  nav.setAttribute("aria-label", "Citations of this answer");
  return nav;
}

function show(root) {
  const mark = root.querySelector("mark");
  if (!mark) return;
  const frame = mark.closest(".text");
  const room = Math.max(0, frame.clientHeight - mark.offsetHeight);
  frame.scrollTop = mark.offsetTop - Math.max(room / 2, frame.clientHeight / 8);
  root.scrollIntoView({ block: "nearest" });
  mark.focus({ preventScroll: true });
}

function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (tag === "h3" || tag === "p" || tag === "blockquote") element.dir = "auto";
  element.append(...children.filter(Boolean));
  return element;
}
