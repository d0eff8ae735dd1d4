/*
 * Takes pushes of a subscription: checks the signature, and writes each one once to pushes.ndjson. Nothing but Node is needed.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { appendFile, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";

const { SCM_PUSH_SECRET = "", PORT = "9000", HOST = "127.0.0.1" } = process.env;
const file = join(process.argv[2] ?? ".", "pushes.ndjson");
/** An older push is somebody's copy. */
const MOST_SECONDS = 300;
const MOST_BYTES = 16 * 1024 * 1024;

/** Deliveries that are written already: each may come more than once. */
const known = new Set(
  (await readFile(file, "utf8").catch(() => ""))
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line).delivery),
);

const server = createServer(async (request, response) => {
  try {
    const body = await read(request);
    if (!isSigned(request, body)) return void response.writeHead(401).end();
    const push = JSON.parse(body.toString("utf8"));
    if (!known.has(push.delivery)) await appendFile(file, `${JSON.stringify(push)}\n`, { flush: true });
    known.add(push.delivery);
    // Only now: what is not answered comes again.
    response.writeHead(204).end();
  } catch {
    response.writeHead(500).end();
  }
});
server.listen(Number(PORT), HOST, () => console.log(`listening on ${HOST}:${server.address().port}`));

/** HMAC-SHA256 over six lines: POST, path, subscription, timestamp, nonce, SHA-256 of the body. */
function isSigned({ url, headers }, body) {
  const timestamp = headers["x-scm-timestamp"];
  const digest = createHash("sha256").update(body).digest("hex");
  const lines = ["POST", url.split("?")[0], headers["x-scm-subscription"], timestamp, headers["x-scm-nonce"], digest];
  const expected = createHmac("sha256", SCM_PUSH_SECRET).update(lines.join("\n")).digest();
  const given = Buffer.from(String(headers["x-scm-signature"] ?? ""), "hex");
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) <= MOST_SECONDS;
  return isFresh && given.length === expected.length && timingSafeEqual(given, expected);
}

async function read(request) {
  const parts = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > MOST_BYTES) throw new Error("too long");
    parts.push(part);
  }
  return Buffer.concat(parts);
}
