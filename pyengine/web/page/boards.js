// Edits of a board as data. Each returns a new board; what is legal is for the service to say.

export const ZONES = ["battlefield", "hand", "graveyard", "exile", "library", "command", "stack"];

export const empty = () => ({ players: { alice: { life: 20 }, bob: { life: 20 } }, active: "alice" });

export const objects = (board) => ZONES.flatMap((zone) => (board[zone] ?? []).map((one) => ({ ...one, zone })));

export const holder = (one) => one.controller ?? one.owner ?? null;

export const amount = (counter) => (typeof counter === "object" ? counter.count : counter);

const copy = (board) => structuredClone(board);

function freeId(board, name) {
  const taken = new Set([...objects(board).map((one) => one.id), ...Object.keys(board.players)]);
  const words = name.normalize("NFKD").replace(/[^\p{L}\p{N} ]/gu, "").toLowerCase().split(" ").filter(Boolean);
  const base = words.at(-1) ?? "card";
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}${number}`;
    if (!taken.has(id)) return id;
  }
}

export function withCard(board, card, player, zone) {
  const made = copy(board), id = freeId(board, card);
  made[zone] = [...(made[zone] ?? []), { id, card, [zone === "battlefield" ? "controller" : "owner"]: player }];
  return [made, id];
}

function edited(board, id, change) {
  const made = copy(board);
  if (id in made.players) change(made.players[id]);
  for (const zone of ZONES) for (const one of made[zone] ?? []) if (one.id === id) change(one);
  return made;
}

export const withCounters = (board, id, kind, number) =>
  edited(board, id, (one) => {
    const { [kind]: _, ...rest } = one.counters ?? {};
    one.counters = number > 0 ? { ...rest, [kind]: number } : rest;
  });

export const withLife = (board, player, life) => edited(board, player, (one) => { one.life = life; });
export const withMana = (board, player, mana) =>
  edited(board, player, (one) => { if (mana) one.mana = mana; else delete one.mana; });
export const withFlag = (board, id, flag, value) =>
  edited(board, id, (one) => { if (value) one[flag] = value; else delete one[flag]; });

// The object in another zone, as a new object (400.7): it keeps its id, its card and its owner.
export function moved(board, id, zone, player) {
  const one = objects(board).find((other) => other.id === id), made = without(board, id);
  const whose = zone === "battlefield" ? { owner: one.owner ?? player, controller: player } : { owner: one.owner ?? player };
  made[zone] = [...(made[zone] ?? []), { id, ...(one.card ? { card: one.card } : {}), ...whose }];
  return made;
}

export function without(board, id) {
  const made = copy(board);
  for (const zone of ZONES) if (made[zone]) made[zone] = made[zone].filter((one) => one.id !== id);
  return made;
}
