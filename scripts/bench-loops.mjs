/** Asks for a list in so many loops at a time without a pause, for the bench (scripts/bench-lists.ts): in a process of its own, so that it does not delay who measures. */
const { URL_OF_LIST: url = "", TOKEN: authorization = "", PARAMS: body = "", LOOPS: count, FOR_MS: ms } = process.env;
const end = performance.now() + Number(ms);
const headers = { authorization, "content-type": "application/x-www-form-urlencoded" };

async function loop() {
  let asked = 0;
  for (; performance.now() < end; asked++) await (await fetch(url, { method: "POST", body, headers })).arrayBuffer();
  return asked;
}

const asked = await Promise.all(Array.from({ length: Number(count) }, loop));
console.log(asked.reduce((sum, one) => sum + one, 0));
