// The page: a tree of boards that were tried, the one that is shown, and what people ask about it.

import { get, job, packed, post, unpacked } from "./api.js";
import * as boards from "./boards.js";
import { counters, mana, node, notes, tile, withMana } from "./draw.js";
import * as rules from "./rules.js";
import { stepper } from "./steps.js";

const $ = (id) => document.getElementById(id);
let root, here, chosen = null, shown = null, later = [], running = null, proving = null, asked = new AbortController();

// --- the tree of boards -----------------------------------------------------------------------------------------

const place = (board, words, log = [], parent = null) => ({ board, words, log, parent, next: [] });

function start(board, words) {
  root = here = place(board, words);
  later = [];
  chosen = null;
  refresh();
}

function step(board, words, log = []) {
  const made = place(board, words, log, here);
  here.next.push(made);
  here = made;
  later = [];
  return refresh();
}

function go(to) {
  here = to;
  refresh();
}

function undo() {
  if (!here.parent) return;
  later.push(here);
  go(here.parent);
}

function redo() {
  const next = later.pop();
  if (next) go(next);
}

// --- showing ----------------------------------------------------------------------------------------------------

function say(text, bad = false) {
  $("status").textContent = text;
  $("status").className = bad ? "bad" : "";
}

async function tried(work) {
  say("…");
  try {
    await work();
    if ($("status").textContent === "…") say("");
  } catch (error) {
    if (error.name !== "AbortError") say(error.message, true);
  }
}

// Suggestions come while somebody types: they say nothing, and replace no message.
const suggested = (work) => work().catch(() => {});

// All questions are asked as the player who looks, so that no answer shows what is hidden from that player.
const question = (more = {}) => ({ board: here.board, ...($("viewer").value ? { as: $("viewer").value } : {}), ...more });
const visible = () => ($("viewer").value ? shown.board : here.board);

function refresh() {
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  $("answer").replaceChildren();
  $("undo").disabled = !here.parent;
  $("redo").disabled = !later.length;
  return tried(async () => {
    shown = await post("show", question(), signal);
    drawBoard();
    drawTree();
    drawLog();
    $("rules").value = shown.board.rules ?? "";
    $("notes").replaceChildren(...[notes("Not modelled, could matter", shown.caveats),
      notes("Against the rules", shown.problems.map((one) => `${one.text} [${one.rule}]`)),
      notes("Not modelled, does not matter here", shown.other_caveats)].filter(Boolean));
    history.replaceState(null, "", `#${await packed(visible())}`);
    if (chosen && exists(chosen)) await drawObject(chosen, signal);
    else $("object").hidden = true;
  });
}

const exists = (id) => id in shown.board.players || boards.objects(shown.board).some((one) => one.id === id);

function drawBoard() {
  const focused = document.activeElement?.id, names = Object.keys(shown.board.players);
  fill($("player"), names);
  fill($("viewer"), ["", ...names], ["nobody: all cards", ...names]);
  $("board").replaceChildren(...names.toReversed().map(drawPlayer), ...drawStack());
  if (focused?.startsWith("tile-")) $(focused)?.focus();
}

function fill(select, values, labels = values) {
  const before = select.value;
  select.replaceChildren(...values.map((one, at) => node("option", { value: one }, labels[at])));
  if (values.includes(before)) select.value = before;
}

function drawPlayer(name) {
  const player = shown.board.players[name], mine = boards.objects(shown.board).filter((one) => boards.holder(one) === name);
  const zones = boards.ZONES.filter((zone) => zone !== "stack").map((zone) => {
    const inside = mine.filter((one) => one.zone === zone);
    if (!inside.length && zone !== "battlefield") return null;
    return node("div", { class: "zone", "data-zone": zone, "data-player": name }, node("h3", {}, zone), inside.map(drawTile));
  });
  return node("section", { class: `player ${shown.board.active === name ? "turn" : ""}`, "aria-label": name },
    node("div", { class: "zone" },
      node("button", { id: `tile-${name}`, "aria-pressed": chosen === name, onclick: () => choose(name) },
        `${name}: ${player.life ?? 20} life `, counters(player.counters)),
      mana(player.mana ?? ""), shown.board.active === name ? node("small", {}, "active player") : null),
    zones);
}

function drawStack() {
  const inside = shown.board.stack ?? [];
  if (!inside.length) return [];
  return [node("section", { class: "player", "aria-label": "stack" },
    node("div", { class: "zone" }, node("h3", {}, "stack"), inside.map((one) => drawTile({ ...one, zone: "stack" }))),
    node("button", { onclick: () => act("resolve the stack") }, "Resolve the top"))];
}

const drawTile = (one) => tile(one, shown.characteristics[one.id], chosen === one.id, () => choose(one.id));

function drawTree() {
  const line = (one) => node("li", {},
    node("button", { class: one === here ? "here" : "", "aria-current": one === here ? "true" : null, onclick: () => go(one) },
      one.words),
    one.next.length === 1 ? "" : one.next.length ? node("ul", {}, one.next.map(below)) : "");
  const below = (one) => {  // a line of single steps is one list
    const items = [line(one)];
    for (let at = one; at.next.length === 1; [at] = at.next) items.push(line(at.next[0]));
    return items;
  };
  $("tree").replaceChildren(...below(root).flat());
}

function drawLog() {
  $("log").replaceChildren(...here.log.map((one) =>
    node("li", {}, `${one.text} `, ruleButton(one.rule))));
}

// --- one object -------------------------------------------------------------------------------------------------

function choose(id) {
  chosen = chosen === id ? null : id;
  drawBoard();
  if (chosen) tried(() => drawObject(chosen, asked.signal));
  else $("object").hidden = true;
}

async function drawObject(id, signal) {
  const found = await post("legal", question({ objects: [id] }), signal);
  if (id !== chosen) return;
  const can = found.actions.filter((one) => one.legal), cant = found.actions.filter((one) => !one.legal);
  $("object").hidden = false;
  $("object").replaceChildren(
    node("h2", {}, id), drawEdits(id),
    node("h3", {}, can.length ? `What can be done (${can.length})` : "Nothing can be done with it now"),
    node("ul", { class: "actions" }, can.map((one) => node("li", {},
      node("button", { onclick: () => act(one.action) }, withMana(one.action))))),
    cant.length ? node("details", { ontoggle: (event) => tellRules(event.target) }, node("summary", {}, `What can't be done, and why (${cant.length})`),
      node("ul", {}, cant.map((one) => node("li", {}, one.action, drawReasons(one))))) : "",
    id in shown.board.players ? "" : drawLayers(id),
    notes("Not modelled, could matter", found.caveats ?? []) ?? "");
}

function drawLayers(id) {
  const list = node("ul", {});
  return node("details", { ontoggle: (event) => {
    if (event.target.open && !list.childElementCount) tried(async () => {
      const found = await post("layers", question({ object: id }));
      list.replaceChildren(...found.steps.map((one) => node("li", {}, `layer ${one.layer}: ${one.words}`)));
    });
  } }, node("summary", {}, "How its characteristics came about"), list);
}

function drawReasons(verdict) {
  return node("ul", {}, verdict.reasons.map((one) => node("li", {}, `${one.text} `, ruleButton(one.rule))));
}

// A rule number. Click it for all that is known of the rule; `tellRules` writes its words beside it.
function ruleButton(number) {
  if (!/^\d{3}\.\d/.test(number)) return node("span", { class: "rule" }, number);
  return node("button", { class: "rule", title: `What rule ${number} says`, "data-rule": number,
    onclick: (event) => tried(async () => {
      const button = event.target, found = await rules.about(number, here.board.rules);
      if (button.nextElementSibling?.matches(".says")) button.nextElementSibling.remove();
      button.replaceWith(node("details", { open: true }, node("summary", {}, `rule ${number}`), saysOf(found),
        node("details", {}, node("summary", {}, "The lines that encode it"), node("ul", {}, found.encoding.slice(0, 8).map((one) =>
          node("li", {}, `${one.file}:${one.line} `, node("code", {}, one.text)))))));
    }) }, number);
}

const saysOf = (found) => {
  const numbers = [...new Set([...Object.keys(found.says), ...Object.keys(found.text)])];
  const exact = Object.keys(found.text).length ? found.text : null;
  return node("div", { class: "says" }, numbers.map((one) => node("p", {}, numbers.length > 1 ? `${one}: ` : "", exact?.[one] ?? found.says[one])),
    numbers.length ? "" : "No sentence about this rule is written down here.");
};

// Write the words of each rule beside the first of its numbers in a part of the page, and into the titles of the others.
function tellRules(area) {
  return suggested(() => Promise.all([...new Set([...area.querySelectorAll("button[data-rule]")].map((one) => one.dataset.rule))]
    .map(async (number) => {
      const found = await rules.about(number, here.board.rules), words = found.text[found.rule] ?? found.says[found.rule];
      const [first, ...others] = area.querySelectorAll(`button[data-rule="${number}"]`);
      if (!words || !first || first.nextElementSibling?.matches(".says")) return;
      first.after(node("q", { class: "says" }, words));
      for (const one of others) one.title = words;
    })));
}

function drawEdits(id) {
  const one = shown.board.players[id] ?? boards.objects(shown.board).find((other) => other.id === id);
  const change = (board, words) => step(board, words);
  const kind = node("input", { type: "text", placeholder: "+1/+1", "aria-label": "Kind of counter", list: "kinds" });
  const rows = Object.entries(one.counters ?? {}).map(([name, number]) => node("div", { class: "edit" },
    node("button", { "aria-label": `One ${name} counter less`, onclick: () => change(
      boards.withCounters(visible(), id, name, boards.amount(number) - 1), `edit: one ${name} counter less on ${id}`) }, "−"),
    `${boards.amount(number)} ${name}`,
    node("button", { "aria-label": `One ${name} counter more`, onclick: () => change(
      boards.withCounters(visible(), id, name, boards.amount(number) + 1), `edit: one ${name} counter more on ${id}`) }, "+")));
  const add = node("form", { class: "edit", onsubmit: (event) => {
    event.preventDefault();
    const name = kind.value || "+1/+1";
    change(boards.withCounters(visible(), id, name, boards.amount(one.counters?.[name] ?? 0) + 1),
      `edit: a ${name} counter on ${id}`);
  } }, kind, node("button", {}, "Add counter"));
  const flags = id in shown.board.players ? [playerEdits(id, one, change)] : [
    node("div", { class: "edit" }, one.zone === "battlefield" ? node("button", { onclick: () => change(
      boards.withFlag(visible(), id, "tapped", !one.tapped), `edit: ${one.tapped ? "untap" : "tap"} ${id}`) },
      one.tapped ? "Untap" : "Tap") : "",
    node("button", { onclick: () => change(boards.without(visible(), id), `edit: remove ${id}`) }, "Remove"),
    one.zone === "battlefield" ? faceEdit(id, one, change) : "",
    zoneEdit(id, one, change))];
  return node("details", {}, node("summary", {}, "Edit the board"), rows, add, flags);
}

function faceEdit(id, one, change) {
  const by = node("select", { "aria-label": "Face up or down", onchange: () => change(
    boards.withFlag(visible(), id, "face_down", by.value ? { by: by.value } : null),
    `edit: ${id} face ${by.value ? `down by ${by.value}` : "up"}`) },
  node("option", { value: "" }, "face up"), ["morph", "megamorph", "disguise", "manifest", "cloak"].map((cause) =>
    node("option", { value: cause, selected: one.face_down?.by === cause }, `face down by ${cause}`)));
  return by;
}

function zoneEdit(id, one, change) {
  const zones = boards.ZONES.filter((zone) => zone !== one.zone && zone !== "stack");
  const zone = node("select", { "aria-label": "Another zone" }, zones.map((name) => node("option", {}, name)));
  return [zone, node("button", { onclick: () => change(
    boards.moved(visible(), id, zone.value, boards.holder(one) ?? $("player").value), `edit: ${id} to the ${zone.value}`) }, "Put there")];
}

function playerEdits(id, one, change) {
  const life = node("input", { type: "number", value: one.life ?? 20, "aria-label": "Life" });
  const pool = node("input", { type: "text", value: one.mana ?? "", placeholder: "{2}{G}", "aria-label": "Mana" });
  return node("form", { class: "edit", onsubmit: (event) => {
    event.preventDefault();
    change(boards.withMana(boards.withLife(visible(), id, Number(life.value)), id, pool.value.trim()), `edit: ${id}`);
  } }, "life", life, "mana", pool, node("button", {}, "Set"));
}

// --- actions ----------------------------------------------------------------------------------------------------

function act(action) {
  return tried(async () => {
    const found = await post("apply", question({ actions: [action], settle: $("settle").checked, limit: 40 }));
    const [verdict] = found.actions;
    if (!verdict.legal) {
      await drawVerdict(verdict);
    } else if (found.outcomes.length === 1 && found.complete) {
      const [only] = found.outcomes;
      await step(only.board, action, only.log);
      $("answer").replaceChildren(node("h2", {}, action), node("ul", {}, only.changes.map((one) => node("li", {}, one))),
        only.log.length > 1 ? node("details", {}, node("summary", {}, "Step by step"), stepper([only])) : "",
        notes("Not modelled, could matter", found.caveats) ?? "");
    } else {
      drawOutcomes(action, found);
    }
    $("answer").scrollIntoView({ block: "nearest" });
  });
}

function drawOutcomes(action, found) {
  const all = found.outcomes.map((one) => new Set(one.changes));
  const common = (found.outcomes[0]?.changes ?? []).filter((one) => all.every((other) => other.has(one)));
  $("answer").replaceChildren(
    node("h2", {}, `${action}: ${found.count}${found.complete ? "" : " or more"} outcomes`),
    common.length ? node("p", {}, `In each: ${common.join("; ")}`) : "",
    node("details", {}, node("summary", {}, "Choose step by step"), stepper(found.outcomes, (one) =>
      step(one.board, `${action} (outcome ${found.outcomes.indexOf(one) + 1})`, one.log))),
    node("div", { class: "outcomes" }, found.outcomes.map((one, at) => node("div", { class: "outcome" },
      node("h3", {}, `Outcome ${at + 1}`),
      node("ul", {}, one.changes.filter((other) => !common.includes(other)).map((other) => node("li", {}, other))),
      node("details", {}, node("summary", {}, "Log"), node("ol", {}, one.log.map((event) =>
        node("li", {}, `${event.text} [${event.rule}]`)))),
      node("button", { onclick: () => step(one.board, `${action} (outcome ${at + 1})`, one.log) }, "Choose")))),
    notes("Not modelled, could matter", found.caveats) ?? "");
}

async function drawVerdict(verdict) {
  const more = node("div", {});
  const why = node("button", { onclick: () => tried(async () => {
    const words = node("span", {}), stop = node("button", { onclick: () => asking.stop() }, "Stop");
    const asking = job("why", question({ action: verdict.action }), (state) => {
      words.textContent = state.state === "waiting" ? "waiting… " : "looking for the smallest changes… ";
    });
    more.replaceChildren(words, stop);
    const found = await asking.done.catch((error) => { more.replaceChildren(error.message); });
    if (!found) return;
    more.replaceChildren(node("h3", {}, "It would be legal with one of these changes"),
      node("ul", {}, found.changes.map((one) => node("li", {}, one.edits.join("; "), " ",
        node("button", { onclick: () => step(one.board, `change: ${one.edits.join("; ")}`) }, "Try")))));
    if (!found.changes.length) more.replaceChildren("No small change makes it legal.");
  }) }, "What would make it legal?");
  $("answer").replaceChildren(
    node("h2", {}, verdict.action),
    node("p", { class: verdict.legal ? "good" : "bad" }, verdict.legal ? ["legal ", verdict.rules.map(ruleButton)] : "illegal"),
    verdict.legal ? "" : drawReasons(verdict), verdict.legal ? "" : why, more,
    notes("Not modelled, could matter", verdict.caveats) ?? "");
  await tellRules($("answer"));
}

function drawComparison(found) {
  const [first, second] = found.dates;
  const cell = (words) => node("td", {}, words.length ? node("ul", {}, words.map((one) => node("li", {}, one))) : "nothing else");
  $("answer").replaceChildren(
    node("h2", {}, { same: "The same on both dates", differs: "It differs", "in doubt": "In doubt" }[found.result]),
    Object.keys(found.differs).length ? node("table", {},
      node("tr", {}, node("th", {}, ""), node("th", {}, first), node("th", {}, second)),
      Object.entries(found.differs).map(([part, by]) =>
        node("tr", {}, node("th", {}, part), cell(by[first]), cell(by[second])))) : "",
    found.causes.length ? node("h3", {}, "Because of") : "",
    node("ul", {}, found.causes.map((cause) => node("li", {}, cause.map((one) =>
      node("p", {}, `${one.since ?? ""} ${one.name}: otherwise ${one.otherwise} `, ruleButton(one.rule)))))),
    notes("Notes", found.notes) ?? "");
}

$("compare").addEventListener("click", () => tried(async () => {
  const dates = [$("other").value, $("rules").value].sort();
  drawComparison(await post("compare", question({ actions: [$("action").value], dates, settle: $("settle").checked })));
}));

// --- forms ------------------------------------------------------------------------------------------------------

function paused(work) {
  let timer;
  return () => { clearTimeout(timer); timer = setTimeout(work, 150); };
}

$("card").addEventListener("input", paused(() => suggested(async () => {
  const words = $("card").value;
  if (words.length < 2) return;
  const found = await get(`cards?search=${encodeURIComponent(words)}`);
  $("cards").replaceChildren(...found.cards.map((one) => node("option", { value: one })));
})));

$("add").addEventListener("submit", (event) => {
  event.preventDefault();
  const card = $("card").value, player = $("player").value, zone = $("zone").value;
  const [board, id] = boards.withCard(visible(), card, player, zone);
  tried(async () => {
    await post("show", { board });  // an unknown card changes nothing
    $("card").value = "";
    chosen = id;
    await step(board, `edit: add ${card}`);
  });
});

$("action").addEventListener("focus", () => suggested(async () => {
  const found = await post("legal", question());
  $("actions").replaceChildren(...found.actions.filter((one) => one.legal).map((one) => node("option", { value: one.action })));
}));

$("do").addEventListener("submit", (event) => { event.preventDefault(); act($("action").value); });
$("check").addEventListener("click", () => tried(async () =>
  drawVerdict(await post("check", question({ action: $("action").value })))));

$("solve").addEventListener("submit", (event) => {
  event.preventDefault();
  const puzzle = { ...visible(), goal: $("goal").value, allowed: "everything legal", against: $("against").checked };
  running = job("solve", { puzzle }, (state) => { $("line").textContent = state.progress?.status ?? state.state; });
  $("stop").hidden = false;
  tried(async () => {
    try {
      const found = await running.done;
      $("line").replaceChildren(node("p", {}, found.answer),
        node("ol", {}, (found.lines[0]?.steps ?? []).map((one) => node("li", {}, one.action))),
        found.lines.length ? node("button", { onclick: () => found.lines[0].steps.reduce(
          (before, one) => before.then(() => step(one.board, one.action, one.log)), Promise.resolve()) }, "Follow it") : "",
        notes("Notes", found.caveats) ?? "");
    } catch (error) {
      $("line").textContent = error.message;
    } finally {
      $("stop").hidden = true;
    }
  });
});
$("stop").addEventListener("click", () => running?.stop());

$("proofs").addEventListener("toggle", () => {
  if (!$("proofs").open || $("property").options.length) return;
  tried(async () => {
    const { properties } = await get("properties");
    $("property").replaceChildren(...properties.map((one) =>
      node("option", { value: one.name, "data-says": one.says }, one.name.replaceAll("_", " "))));
    tellProperty();
  });
});
const tellProperty = () => { $("says").textContent = $("property").selectedOptions[0]?.dataset.says ?? ""; };
$("property").addEventListener("change", tellProperty);

$("prove").addEventListener("submit", (event) => {
  event.preventDefault();
  const bounds = { property: $("property").value, objects: Number($("objects").value), most: Number($("most").value) };
  proving = job("prove", bounds, (state) => {
    $("proof").textContent = state.progress ? `looking at ${state.progress.boards.toLocaleString()} boards…` : state.state;
  });
  $("stop-proof").hidden = false;
  tried(async () => {
    try {
      drawProof(await proving.done);
    } catch (error) {
      $("proof").textContent = error.message;
    } finally {
      $("stop-proof").hidden = true;
    }
  });
});
$("stop-proof").addEventListener("click", () => proving?.stop());

function drawProof(found) {
  const many = `${found.boards_are === "exactly" ? "" : "at most "}${found.boards.toLocaleString()} boards`;
  const words = { true: "it holds", false: "it fails", null: "not decided" }[String(found.holds)];
  $("proof").replaceChildren(
    node("p", { class: found.holds === false ? "bad" : found.holds ? "good" : "" }, `${words}: ${many}, ${found.bounds}`),
    ...(found.counterexample ? [node("p", {}, found.actions.join(", then ")),
      node("button", { onclick: () => { start(found.counterexample, "counterexample"); $("action").value = found.actions[0] ?? ""; } },
        "Show the board")] : []),
    found.holds && found.is_met === false ? node("p", {}, "No board within these bounds has what it assumes.") : "",
    notes("Notes", found.caveats) ?? "");
}

$("new").addEventListener("click", () => start(boards.empty(), "new board"));
$("undo").addEventListener("click", undo);
$("redo").addEventListener("click", redo);
$("viewer").addEventListener("change", refresh);
$("rules").addEventListener("change", () => {
  if ($("rules").value) step({ ...visible(), rules: $("rules").value }, `rules of ${$("rules").value}`);
});
$("paste").addEventListener("click", () => { $("pasted").textContent = ""; $("pasting").showModal(); });
$("read").addEventListener("click", (event) => {
  event.preventDefault();
  post("read", { text: $("text").value }).then((found) => {
    $("pasting").close();
    start(found.board, found.title || "pasted board");
    if (found.goal.length) { $("goal").value = found.goal[0]; $("goals").open = true; }
    if (found.notes.length) say(`not carried over: ${found.notes.join("; ")}`, true);
  }, (error) => { $("pasted").textContent = error.message; });
});
$("link").addEventListener("click", () => tried(async () => {
  const link = `${location.origin}${location.pathname}#${await packed(visible())}`;
  await navigator.clipboard.writeText(link).catch(() => {});
  say("the address of this page holds the board; the link is copied");
}));

$("board").addEventListener("dragstart", (event) => {
  if (event.target.dataset.id) event.dataTransfer.setData("text/plain", event.target.dataset.id);
});
$("board").addEventListener("dragover", (event) => { if (event.target.closest(".tile")) event.preventDefault(); });
$("board").addEventListener("drop", (event) => {
  const to = event.target.closest(".tile")?.dataset.id, from = event.dataTransfer.getData("text/plain");
  if (!to || !from || to === from) return;
  event.preventDefault();
  const one = boards.objects(shown.board).find((other) => other.id === from);
  const kinds = Object.keys(one?.counters ?? {});
  if (!kinds.length) return say(`${from} has no counters to move to ${to}`, true);
  if (kinds.length === 1) return act(`move a ${kinds[0]} counter from ${from} to ${to}`);
  $("answer").replaceChildren(node("h2", {}, `Move which counter from ${from} to ${to}?`), ...kinds.map((kind) =>
    node("button", { onclick: () => act(`move a ${kind} counter from ${from} to ${to}`) }, kind)));
});

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "u") undo();
  else if (event.key === "r") redo();
  else if (event.key === "/") { event.preventDefault(); $("action").focus(); }
});

async function begin() {
  try {
    if (location.hash.length > 1) return start(await unpacked(location.hash.slice(1)), "board of the link");
  } catch {
    say("the link holds no board", true);
  }
  start(boards.empty(), "new board");
}
window.addEventListener("hashchange", () => unpacked(location.hash.slice(1)).then((board) => {
  if (JSON.stringify(board) !== JSON.stringify(here.board)) start(board, "board of the link");
}, () => {}));
begin();
