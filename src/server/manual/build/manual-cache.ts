import { dayOf } from "../../../shared/domain/day.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import { profileOf } from "../../base/viewer.ts";
import type { QueryContext } from "../../query/context.ts";
import type { Manual } from "../manual.ts";
import { manualSideOf } from "../side-viewer.ts";
import { buildManual } from "./build-manual.ts";

/** Half a megabyte each. */
const MOST_KEPT = 12;
/** Whoever comes when so many are being made already is asked to come back. */
const MOST_WAITING = 6;
const BUSY = "操作手册生成中，请稍后再试";

/** Manuals that were asked for lately. One is made at a time, and none twice at once. */
export class ManualCache {
  readonly #render: (manual: Manual) => Promise<Buffer>;
  /** Made or being made, the longest unused first. */
  readonly #kept = new Map<string, Promise<Buffer>>();
  #working: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(render: (manual: Manual) => Promise<Buffer>) {
    this.#render = render;
  }

  /** The manual of the viewer's side and shop, as the registry is now. */
  get(context: QueryContext): Promise<Buffer> {
    const key = keyOf(context);
    const found = this.#kept.get(key) ?? this.#make(key, context);
    this.#kept.delete(key);
    this.#kept.set(key, found);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) break;
      this.#kept.delete(oldest);
    }
    return found;
  }

  #make(key: string, context: QueryContext): Promise<Buffer> {
    if (this.#waiting >= MOST_WAITING) throw new ApiError(CODE.unavailable, BUSY);
    this.#waiting += 1;
    const making = this.#working.then(() => this.#render(buildManual(context)));
    this.#working = making.then(
      () => this.#end(),
      () => {
        this.#end();
        // A failure is not remembered: whoever asks again tries again.
        this.#kept.delete(key);
      },
    );
    return making;
  }

  #end(): void {
    this.#waiting -= 1;
  }
}

/** Everything a manual depends on. */
function keyOf({ registry, viewer, now }: QueryContext): string {
  const { name } = profileOf(registry, viewer.shopId);
  return JSON.stringify([registry.version, name, manualSideOf(viewer), viewer.shopName, dayOf(now), viewer.settings ?? {}]);
}
