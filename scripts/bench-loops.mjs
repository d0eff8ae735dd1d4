/**
 * Clients for the bench (scripts/bench-clients.ts): so many loops that call without a pause, in a process of its own, so that they do not delay who measures. Each loop
 * has a token of its own as far as there are so many. Reads what to call as JSON from stdin, and writes what became of it to stdout.
 */
import { json } from "node:stream/consumers";

/** `params`: what the loops send, one list for each or one for all; each call the next one, and the last again and again. */
const { url, tokens, params, clients, forMs } = await json(process.stdin);
const end = performance.now() + forMs;
const [times, refused] = [[], []];

async function loop(_, at) {
  const own = params[at % params.length];
  const headers = { authorization: tokens[at % tokens.length], "content-type": "application/x-www-form-urlencoded" };
  for (let n = 0; performance.now() < end; n++) {
    const body = own[Math.min(n, own.length - 1)];
    const began = performance.now();
    const response = await fetch(url, { method: "POST", body, headers });
    const text = await response.text();
    if (response.status === 200) times.push(Math.round((performance.now() - began) * 10) / 10);
    else refused.push(`${response.status} ${text.slice(0, 200)}`);
  }
}

const began = performance.now();
await Promise.all(Array.from({ length: clients }, loop));
process.stdout.write(`${JSON.stringify({ times, refused, seconds: (performance.now() - began) / 1000 })}\n`);
