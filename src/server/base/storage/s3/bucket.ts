import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type IncomingMessage, Agent as PlainAgent, request as plainRequest } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { readLimited } from "../../read-limited.ts";
import { type OpenFile, StorageAway } from "../storage.ts";
import { addressOf, type BucketSettings } from "./bucket-settings.ts";
import { Outage } from "./outage.ts";
import { type ListPage, readList, type StoredObject } from "./read-list.ts";
import { StoreRefused, StoreSilent } from "./store-errors.ts";

/*
 * Long on purpose: one call to the store from its signature to what is done when it fails, which is to be judged as a whole.
 */

/** What is put: bytes, or a file of this machine. Its size is known in either case. */
export type Body = Buffer | { readonly path: string; readonly size: number };

/** How long the store is waited for. */
export interface Patience {
  /** While it sends and takes nothing, in ms. */
  readonly silentMs: number;
  /** How often a call is made. */
  readonly tries: number;
  /** Before the second try, in ms; twice as long before each further one. */
  readonly pauseMs: number;
}

const USUAL: Patience = { silentMs: 5000, tries: 3, pauseMs: 200 };
/** What is large takes the store so many times as long until it has it. */
const TO_WRITE = 6;
const AT_ONCE = 64;
const MOST_LIST = 8 * 1024 * 1024;
/** What is answered where no object and no list is. */
const MOST_TOLD = 64 * 1024;
/** What passes by itself, besides all statuses from 500 (S3, "Error responses"). */
const PASSING: readonly (number | string)[] = [408, 429, "RequestTimeout", "SlowDown"];

/** The store has answered, and not with what it was asked for. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(`HTTP ${status} ${code}`.trim());
  }

  get passes(): boolean {
    return this.status >= 500 || PASSING.includes(this.status) || PASSING.includes(this.code);
  }
}

interface Asked {
  readonly method: "GET" | "PUT" | "DELETE";
  /** Within the prefix; undefined: the bucket itself. */
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Body;
}

/**
 * A bucket of an S3-compatible store (docs/decisions/129), of which only names below the prefix are touched. Every call may be made twice: names
 * are written once, with the same bytes. So what fails is tried again, and then told to `log` and thrown as {@link StorageAway}.
 */
export class Bucket {
  /** As the operator knows it; holds no secret. */
  readonly address: string;
  readonly #settings: BucketSettings;
  readonly #patience: Patience;
  readonly #log: (line: string) => void;
  readonly #request: typeof plainRequest;
  readonly #agent: PlainAgent;
  readonly #outage: Outage;
  /** Signing keys of days, which are long to work out. */
  readonly #keys = new Map<string, ArrayBuffer>();

  constructor(settings: BucketSettings, log: (line: string) => void, patience: Patience = USUAL) {
    this.address = addressOf(settings);
    this.#settings = settings;
    this.#patience = patience;
    this.#log = log;
    const isSecure = settings.url.startsWith("https:");
    this.#request = isSecure ? secureRequest : plainRequest;
    this.#agent = new (isSecure ? SecureAgent : PlainAgent)({ keepAlive: true, maxSockets: AT_ONCE });
    this.#outage = new Outage(() => log(`uploads: ${this.address} answers again`));
  }

  /** Puts an object in place, whole or not at all. */
  async put(name: string, body: Body): Promise<void> {
    const headers = { "content-type": "application/octet-stream", "x-amz-content-sha256": await digestOf(body) };
    await this.#ask({ method: "PUT", name, headers, body }, (answer) => this.#allOf(answer, MOST_TOLD));
  }

  /** Removes an object, if it is there. */
  async remove(name: string): Promise<void> {
    await this.#ask({ method: "DELETE", name }, (answer) => this.#allOf(answer, MOST_TOLD));
  }

  /** An object to read, or null when there is none. A line that is cut is taken up again where it ended. */
  async get(name: string): Promise<OpenFile | null> {
    const first = await this.#part(name);
    if (first === null) return null;
    let answer = first;
    const again = async (from: number) => {
      answer.destroy();
      answer = (await this.#part(name, { range: `bytes=${from}-`, "if-match": String(first.headers.etag) })) ?? first;
      if (answer.statusCode !== 206) throw this.#failed("GET", new Error("what was being read is there no more"));
      return answer;
    };
    const bytes = Readable.from(this.#bytesOf(first, again), { objectMode: false });
    // Who never begins to read lets go of it as well.
    bytes.once("close", () => answer.destroy());
    return { size: Number(first.headers["content-length"]), bytes };
  }

  /** All objects whose names begin so, in the order of their names. */
  async *list(start: string): AsyncGenerator<StoredObject> {
    const { prefix } = this.#settings;
    const usual = { "list-type": "2", "encoding-type": "url", prefix: prefix + start };
    for (let next: ListPage["next"] = {}; next !== null; ) {
      const query = { ...usual, ...next };
      const page: ListPage = await this.#ask({ method: "GET", query }, async (answer) => readList(await this.#allOf(answer, MOST_LIST)));
      for (const { name, modified } of page.objects) yield { name: name.slice(prefix.length), modified };
      next = page.next;
    }
  }

  /** The answer whose body is the object, from where the headers say; null: there is none. */
  #part(name: string, headers: Readonly<Record<string, string>> = {}): Promise<IncomingMessage | null> {
    return this.#ask({ method: "GET", name, headers: { "accept-encoding": "identity", ...headers } }, async (answer) => {
      if (answer.statusCode === 404) return null;
      if (answer.headers["content-length"] !== undefined) return answer;
      answer.destroy();
      throw new Error("the answer has no length");
    });
  }

  async *#bytesOf(first: IncomingMessage, again: (from: number) => Promise<IncomingMessage>): AsyncGenerator<Buffer> {
    let [answer, passed, failures] = [first, 0, 0];
    for (;;) {
      try {
        for await (const part of patiently(answer, this.#patience.silentMs)) {
          passed += part.length;
          failures = 0;
          yield part;
        }
        return;
      } catch (error) {
        failures += 1;
        if (failures >= this.#patience.tries) throw this.#failed("GET", error);
      }
      answer = await again(passed);
    }
  }

  async #allOf(answer: IncomingMessage, most: number): Promise<string> {
    const bytes = await readLimited(patiently(answer, this.#patience.silentMs), most, () => new Error("the answer is too long"));
    return bytes.toString("utf8");
  }

  /** The answer to a call, as `use` reads it. What passes by itself is tried again. */
  #ask<T>(asked: Asked, use: (answer: IncomingMessage) => Promise<T>): Promise<T> {
    return this.#outage.run(async (isTrial) => {
      const { pauseMs } = this.#patience;
      const tries = isTrial ? 1 : this.#patience.tries;
      for (let n = 1; ; n++) {
        try {
          return await use(await this.#send(asked));
        } catch (error) {
          const passes = !(error instanceof Refusal) || error.passes;
          if (!passes || n >= tries) throw this.#failed(asked.method, error);
        }
        await sleep(pauseMs * 2 ** (n - 1) * (0.5 + Math.random()));
      }
    });
  }

  /** Makes a call once. Answers with a success, or with 404 for an object that is not there; throws anything else. */
  async #send({ method, name, query = {}, headers: more = {}, body }: Asked): Promise<IncomingMessage> {
    const { url, prefix, region, key, secret } = this.#settings;
    const path = name === undefined ? "" : `/${(prefix + name).split("/").map(encoded).join("/")}`;
    const search = Object.entries(query).map(([title, value]) => `${title}=${encoded(value)}`);
    const address = `${url}${path}${search.length > 0 ? `?${search.join("&")}` : ""}`;
    const who = { service: "s3", region, accessKeyId: key, secretAccessKey: secret, cache: this.#keys };
    const { headers } = await new AwsV4Signer({ method, url: address, headers: { ...more }, ...who }).sign();
    const length = body === undefined ? {} : { "content-length": Buffer.isBuffer(body) ? body.length : body.size };
    const call = this.#request(address, { method, agent: this.#agent, headers: { ...Object.fromEntries(headers), ...length } });
    const isLarge = body !== undefined && !Buffer.isBuffer(body);
    const silentMs = this.#patience.silentMs * (isLarge ? TO_WRITE : 1);
    call.setTimeout(silentMs, () => call.destroy(new Error(`no answer for ${silentMs} ms`)));
    const answered = new Promise<IncomingMessage>((resolve, reject) => call.once("response", resolve).on("error", reject));
    // What goes wrong with the file ends the call, which tells.
    if (isLarge) pipeline(createReadStream(body.path), call).catch(() => undefined);
    else call.end(body);
    const answer = await answered;
    call.setTimeout(0);
    const status = answer.statusCode ?? 0;
    if (status >= 200 && status < 300) return answer;
    const code = /<Code>(\w{1,64})<\/Code>/.exec(await this.#allOf(answer, MOST_TOLD))?.[1] ?? "";
    // What is not wanted is not sent to its end.
    if (!call.writableFinished) call.destroy();
    if (status === 404 && code === "NoSuchKey") return answer;
    throw new Refusal(status, code);
  }

  /** Tells what went wrong for good. */
  #failed(method: string, error: unknown): StorageAway {
    if (error instanceof StorageAway) return error;
    const { code = "", message = "" } = error as NodeJS.ErrnoException;
    this.#log(`uploads: ${method} at ${this.address} failed: ${message.includes(code) ? message : `${code} ${message}`}`);
    if (!(error instanceof Refusal)) return new StoreSilent();
    return error.passes ? new StorageAway() : new StoreRefused(error.message);
  }
}

/** Parts of an answer as they come. Only the store's own time counts, not that of whoever reads. */
async function* patiently(answer: IncomingMessage, silentMs: number): AsyncGenerator<Buffer> {
  const parts = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    for (;;) {
      const timer = setTimeout(() => answer.destroy(new Error(`nothing more for ${silentMs} ms`)), silentMs);
      const { done, value } = await parts.next().finally(() => clearTimeout(timer));
      if (done === true) return;
      yield value;
    }
  } finally {
    answer.destroy();
  }
}

async function digestOf(body: Body): Promise<string> {
  const hash = createHash("sha256");
  if (Buffer.isBuffer(body)) hash.update(body);
  else await pipeline(createReadStream(body.path), hash);
  return hash.digest("hex");
}

/** As signatures want it (RFC 3986). */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
