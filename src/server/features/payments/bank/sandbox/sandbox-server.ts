import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readLimited } from "../../../../base/read-limited.ts";
import { isSignedBy, signatureOf } from "../../../../base/signed-message.ts";
import { contentTypeOf, type Dialect, headersOf, type Message, readMessage, writeMessage } from "../dialect.ts";
import { DIALECTS } from "../dialects.ts";
import { CHANNELS, type Channel, type Direction } from "../gateway.ts";
import { Callbacks, type Keys, messageOf } from "./callbacks.ts";
import { FaultSwitches, type Faults } from "./faults.ts";
import { type Ledger, openLedger } from "./ledger.ts";
import { SandboxBank } from "./sandbox-bank.ts";

export interface SandboxOptions {
  /** 0 lets the system choose. */
  readonly port: number;
  /** Holds the ledger. */
  readonly dir: string;
  readonly keys: Keys;
  readonly faults: Faults;
}

/** A bank that runs. */
export interface Sandbox {
  /** Base address of a channel. */
  readonly urls: Readonly<Record<Channel, string>>;
  close(): Promise<void>;
}

export const LEDGER_FILE = "ledger.jsonl";
const MOST_BYTES = 64 * 1024;
/** For good: a sandbox is nobody else's business. */
const HOST = "127.0.0.1";

/** Starts the sandbox bank on this machine's loopback. It speaks both channels, each below its own path. */
export async function startSandbox({ port, dir, keys, faults }: SandboxOptions): Promise<Sandbox> {
  const ledger = openLedger(join(dir, LEDGER_FILE));
  const bank = new SandboxBank(ledger);
  const switches = new FaultSwitches(faults);
  const callbacks = new Callbacks(bank, switches, keys);
  const desk: Desk = { ledger, bank, switches, callbacks, keys };
  const server = createServer((request, response) => {
    answer(desk, request, response).catch(() => response.destroy());
  });
  server.listen({ host: HOST, port });
  await once(server, "listening");
  const address = `http://${HOST}:${(server.address() as AddressInfo).port}`;
  return {
    urls: Object.fromEntries(CHANNELS.map((channel) => [channel, address + prefixOf(channel)])) as Record<Channel, string>,
    close: () => stop(server, callbacks, ledger),
  };
}

interface Desk {
  readonly ledger: Ledger;
  readonly bank: SandboxBank;
  readonly switches: FaultSwitches;
  readonly callbacks: Callbacks;
  readonly keys: Keys;
}

async function stop(server: Server, callbacks: Callbacks, ledger: Ledger): Promise<void> {
  callbacks.stop();
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
  ledger.close();
}

async function answer(desk: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = "" } = request;
  if (method === "GET" && url === "/ledger") return sendJson(response, 200, desk.ledger.events);
  // JSON is what no page of another origin can send without asking first.
  const isJson = request.headers["content-type"] === "application/json";
  if (method === "POST" && url === "/control" && isJson) return control(desk, request, response);
  const channel = CHANNELS.find((one) => url.startsWith(`${prefixOf(one)}/`));
  if (method !== "POST" || channel === undefined) return sendJson(response, 404, { error: "unknown" });
  return serve(desk, DIALECTS[channel], url.slice(prefixOf(channel).length), request, response);
}

/** Changes the faults; answers with those that hold now. */
async function control({ switches }: Desk, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    sendJson(response, 200, switches.change(JSON.parse(await readText(request)) as Record<string, unknown>));
  } catch (error) {
    sendJson(response, 400, { error: (error as Error).message });
  }
}

async function serve(desk: Desk, dialect: Dialect, path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { switches, keys } = desk;
  const { merchant, secret } = keys[dialect.channel];
  const names = headersOf(dialect);
  const body = await readText(request);
  const header = (name: string) => String(request.headers[name] ?? "");
  const [timestamp, nonce] = [header(names.timestamp), header(names.nonce)];
  const signed = { kind: "POST", path, merchant, timestamp, nonce, body };
  const isOurs = header(names.merchant) === merchant && isSignedBy(secret, signed, header(names.signature));
  if (!isOurs) return sendJson(response, 401, { error: "bad signature" });
  if (switches.take("fail")) return sendJson(response, 500, { error: "the bank is out of order" });
  const message = readMessage(dialect, body);
  const reply = message === null ? null : work(desk, dialect, path, message);
  const { delayMs } = switches.now;
  if (delayMs > 0) await sleep(delayMs);
  if (switches.take("lose")) return void response.destroy();
  if (reply === null) return sendJson(response, 400, { error: "not understood" });
  const text = writeMessage(dialect, reply);
  const at = Math.floor(Date.now() / 1000).toString();
  const key = switches.take("forge") ? "forged" : secret;
  response.writeHead(200, {
    "content-type": contentTypeOf(dialect),
    [names.timestamp]: at,
    [names.signature]: signatureOf(key, { kind: "REPLY", path, merchant, timestamp: at, nonce, body: text }),
  });
  response.end(text);
}

/** What the bank answers; null: nonsense, or another order under a number that was used. */
function work({ bank, callbacks }: Desk, dialect: Dialect, path: string, message: Message): Message | null {
  const { transid = "" } = message;
  const { channel, paths } = dialect;
  if (path === paths.check) {
    const outcome = bank.poll(channel, transid);
    return outcome === null ? { transid, state: dialect.states.unknown } : messageOf(dialect, outcome);
  }
  const direction = (["pay", "receive"] as const).find((one: Direction) => path === paths[one]);
  const { amount = "", subject = "", account = "", partyName = "", partyAccount = "", notifyUrl = "" } = message;
  if (direction === undefined || transid === "" || !/^[1-9]\d{0,14}$/.test(amount) || !URL.canParse(notifyUrl)) return null;
  const outcome = bank.order({ channel, transid, direction, amount, subject, account, partyName, partyAccount, notifyUrl });
  if (outcome === null) return null;
  callbacks.plan(dialect, transid);
  return messageOf(dialect, outcome);
}

async function readText(request: IncomingMessage): Promise<string> {
  return (await readLimited(request, MOST_BYTES, () => new Error("the body is too long"))).toString("utf8");
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

const prefixOf = (channel: Channel): string => `/${channel.toLowerCase()}`;
