import { Duplex } from "node:stream";
import type { EngineSession } from "./engine-session.ts";

type Done = (error?: Error | null) => void;

const TERMINATE = 0x58; // "X"
/** AuthenticationOk, then ReadyForQuery (idle). */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

/** Looks to the PostgreSQL driver like a socket; behind it is an engine thread. One stream is one session. */
export class EngineStream extends Duplex {
  readonly #open: () => Promise<EngineSession>;
  #session: EngineSession | undefined;
  #isWelcome = false;

  constructor(open: () => Promise<EngineSession>) {
    super();
    this.#open = open;
  }

  connect(): this {
    this.#open().then(
      (session) => {
        if (this.destroyed) return void session.close();
        this.#session = session;
        session.onDeath = (error) => this.destroy(error);
        this.emit("connect");
      },
      (error) => this.destroy(error),
    );
    return this;
  }

  // Asked for by the driver, without a meaning here.
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {
    // The engine pushes when it has something.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#send([chunk]);
    done();
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this.#send(chunks.map(({ chunk }) => chunk));
    done();
  }

  override _final(done: Done): void {
    this.#leave();
    done();
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#leave();
    done(error);
  }

  #send(chunks: readonly Buffer[]): void {
    if (!this.#isWelcome) {
      this.#isWelcome = true;
      this.push(WELCOME); // the first message is the driver's greeting
      return;
    }
    if (chunks[0]?.[0] === TERMINATE) this.#leave();
    else this.#session?.run(frames(chunks), (bytes) => this.push(bytes)).catch((error) => this.destroy(error));
  }

  #leave(): void {
    const session = this.#session;
    this.#session = undefined;
    if (!session) return;
    session.onDeath = () => undefined;
    void session.close().then(() => this.destroyed || this.push(null));
  }
}

/** One block of its own memory, so that it can be handed to the thread without a copy. */
function frames(chunks: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(chunks));
}
