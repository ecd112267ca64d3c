// Questions to the service. Each returns the answer, or throws an Error with the service's own words.

async function ask(path, options) {
  let response;
  try {
    response = await fetch(`api/${path}`, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Error("the server does not answer; is pyengine serve still running?");
  }
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? response.statusText);
  return answer;
}

export const get = (path) => ask(path, {});
export const post = (path, body, signal) =>
  ask(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal });

// Begin a job and follow it until it ends; `seen` gets each state. The function that it returns at once stops the job.
export function job(question, body, seen) {
  let name = null, stopped = false;
  const done = (async () => {
    name = (await post(`jobs/${question}`, body)).job;
    for (let wait = 100; ; wait = Math.min(1000, wait * 1.5)) {
      if (stopped) await ask(`jobs/${name}`, { method: "DELETE" });
      const found = await get(`jobs/${name}`);
      if (found.state === "done") return found.result;
      if (found.state === "failed") throw new Error(found.error);
      if (found.state === "cancelled") throw new Error("stopped");
      seen(found);
      await new Promise((after) => setTimeout(after, wait));
    }
  })();
  return { done, stop: () => { stopped = true; } };
}

// The text of a link that holds a board, and the board of such a text.
export async function packed(board) {
  const stream = new Blob([JSON.stringify(board)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}
