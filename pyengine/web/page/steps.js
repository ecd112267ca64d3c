// Step through what happens: one event after the other, with a choice where the outcomes part.

import { node } from "./draw.js";

const same = (one, other) => one?.text === other?.text && one?.rule === other?.rule;

// An element that steps through outcomes; `choose` gets the one that is left in the end, if there was a choice.
export function stepper(outcomes, choose = null) {
  const area = node("div", { class: "stepper" });
  const draw = (left, at, begun = true) => {
    const [first] = left, past = first.log.slice(0, at);
    const nexts = left.map((one) => one.log[at]).filter((one, place, all) => one && all.findIndex((other) => same(one, other)) === place);
    const ends = left.filter((one) => one.log.length <= at);
    const on = (event) => draw(left.filter((one) => same(one.log[at], event)), at + 1);
    const back = () => draw(outcomes.filter((one) => first.log.slice(0, at - 1).every((event, place) => same(one.log[place], event))), at - 1);
    const parted = nexts.length + Math.min(ends.length, 1) > 1;
    area.replaceChildren(
      node("div", { class: "steps" },
        node("button", { class: "back", disabled: at === 0, onclick: back }, "Back"),
        nexts.map((event) => node("button", { class: "next", onclick: () => on(event) }, parted ? event.text : "Next"))),
      node("ol", {}, past.map((event, place) => node("li", { class: place === at - 1 ? "now" : "" }, `${event.text} [${event.rule}]`))),
      parted ? node("p", {}, `The choice here parts ${left.length} outcomes.`) : "",
      ...ends.map((one) => node("div", { class: "end" }, node("ul", {}, one.changes.map((change) => node("li", {}, change))),
        choose ? node("button", { onclick: () => choose(one) }, "Choose this outcome") : "")));
    if (begun) (area.querySelector(".next") ?? area.querySelector("button:enabled"))?.focus();
  };
  draw(outcomes, 0, false);
  return area;
}
