import { TooSoon } from "../../../http/too-soon.ts";
import type { KeyHolder } from "../key/find-key.ts";
import { AT_ONCE } from "./limits.ts";

const SECONDS = 5;

/** How many batches each key has under way in this process: each holds a connection for as long as it is sent. */
export class AtOnce {
  readonly #open = new Map<string, number>();

  /**
   * One more of the key. Returns what says that it has ended.
   *
   * @throws TooSoon where the key has as many as it may
   */
  begin({ prefix, name }: KeyHolder): () => void {
    const open = this.#open.get(prefix) ?? 0;
    // guard rate: tests/server/keyed/in.test.ts
    if (open >= AT_ONCE) throw new TooSoon(`接口密钥“${name}”同时最多送入 ${AT_ONCE} 批，请稍后再试`, SECONDS);
    this.#open.set(prefix, open + 1);
    return () => {
      const left = (this.#open.get(prefix) ?? 1) - 1;
      if (left > 0) this.#open.set(prefix, left);
      else this.#open.delete(prefix);
    };
  }
}
