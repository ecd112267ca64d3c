// What is known of rules, each asked for once.

import { get } from "./api.js";

const known = new Map();

export function about(number, date) {
  const path = `rules/${encodeURIComponent(number)}${date ? `?date=${date}` : ""}`;
  if (!known.has(path)) known.set(path, get(path).catch((error) => { known.delete(path); throw error; }));
  return known.get(path);
}
