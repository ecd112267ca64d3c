// Elements of the page. Text from boards is set as text, never as HTML.

export function node(name, attributes = {}, ...inner) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...inner.flat(Infinity).filter((one) => one !== null && one !== undefined && one !== ""));
  return made;
}

// The places of the symbols in the font of symbols (mana.woff2), in the order of these names.
const GLYPHS = new Map(["WUBRG".split(""), Array.from({ length: 16 }, (_, number) => `${number}`), "XYZPSTQ".split("")].flat()
  .map((name, at) => [name, String.fromCodePoint(0xe600 + at)]));
GLYPHS.set("C", "\ue904");
for (let number = 16; number <= 20; number += 1) GLYPHS.set(`${number}`, String.fromCodePoint(0xe62a + number - 16));

export function mana(text) {
  return [...text.matchAll(/\{([^}]+)\}/g)].map(([whole, symbol]) => {
    const parts = symbol.split("/"), drawn = parts.every((one) => GLYPHS.has(one));
    return node("span", { class: `mana ${parts.find((one) => /^[WUBRG]$/.test(one)) ?? ""} ${parts.length > 1 ? "two" : ""}`,
      role: "img", title: whole, "aria-label": whole, "data-font": drawn ? "mana" : null },
    drawn ? parts.map((one) => GLYPHS.get(one)).join("") : symbol);
  });
}

// Text with its symbols of mana drawn.
export const withMana = (text) => text.split(/((?:\{[^{}]{1,6}\})+)/).map((part, at) => (at % 2 ? mana(part) : part));

export const counters = (of) =>
  Object.entries(of ?? {}).map(([kind, number]) => {
    const many = typeof number === "object" ? number.count : number;
    return node("span", { class: "counter" }, `${many} ${kind}`);
  });

export const notes = (title, of) =>
  of.length ? node("details", {}, node("summary", {}, `${title} (${of.length})`),
    node("ul", {}, of.map((one) => node("li", {}, one)))) : null;

export function words(object, known) {
  const parts = [object.card ?? "a hidden card", object.id];
  if (known?.power !== null && known?.power !== undefined) parts.push(`${known.power}/${known.toughness}`);
  for (const [kind, number] of Object.entries(object.counters ?? {}))
    parts.push(`${typeof number === "object" ? number.count : number} ${kind} counters`);
  if (object.tapped) parts.push("tapped");
  if (object.face_down) parts.push("face down");
  if (object.phased_out) parts.push("phased out");
  return parts.join(", ");
}

export function tile(object, known, chosen, onclick) {
  const types = known ? [...known.supertypes, ...known.types].join(" ") : "";
  const subtypes = known?.subtypes.length ? ` — ${known.subtypes.join(" ")}` : "";
  const size = known?.power === null || known?.power === undefined ? null
    : node("span", { class: "size" }, `${known.power}/${known.toughness}`);
  const classes = ["tile", object.tapped && "tapped", object.face_down && "down", object.phased_out && "out"];
  return node("button",
    { class: classes.filter(Boolean).join(" "), id: `tile-${object.id}`, "data-id": object.id, "aria-pressed": chosen,
      "aria-label": words(object, known), draggable: "true", onclick },
    node("span", { class: "name" }, object.face_down ? `face down${object.card ? ` (${object.card})` : ""}`
      : object.card ?? "hidden"),
    node("small", {}, object.id), node("small", {}, types + subtypes),
    node("small", {}, (known?.keywords ?? []).join(", ")),
    object.attached_to ? node("small", {}, `on ${object.attached_to}`) : null,
    node("span", { class: "foot" }, node("span", {}, counters(object.counters)), size));
}
