// Lists pieces of evidence as cards; a card that can be opened is a button.

export default function ({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".cards");
  const drawn = JSON.stringify(data);
  if (root.drawn === drawn) return;
  root.drawn = drawn;
  root.replaceChildren(...data.cards.map((card) => item(card, setTriggerValue)));
}

function item(card, setTriggerValue) {
  const inside = make(card.opens ? "button" : "div", "card");
  const head = make("span", "head", make("span", "title", card.title));
  if (card.number) head.prepend(make("span", "number", card.number));
  inside.append(head);
  if (card.place) inside.append(make("span", "place", card.place));
  inside.append(make("span", "excerpt", card.excerpt));
  if (card.note) inside.append(make("span", "note", card.note));
  if (card.opens) {
    inside.type = "button";
    inside.onclick = () => setTriggerValue("card", card.id);
  }
  head.title = card.title;
  return make("li", "", inside);
}

function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (["title", "place", "excerpt"].includes(className)) element.dir = "auto";
  element.append(...children);
  return element;
}
