import { setTimeout as sleep } from "node:timers/promises";
import { deserialize, serialize } from "node:v8";

/** One array or object; what lies in it comes before it in the list. */
interface Node {
  /** null: an array. */
  readonly keys: readonly string[] | null;
  /** Without prototype, so that a name from the wire such as `constructor` finds nothing in it. */
  readonly isBare: boolean;
  /** Plain values as they are; an array of one number is the place of a node. */
  readonly values: readonly unknown[];
}

/** A slice is opened in about a millisecond. */
const NODES_PER_SLICE = 400;
/** Between two slices: what came meanwhile is answered, instead of waiting in a row for the last slice. */
const PAUSE_MS = 4;

/**
 * Plain data as slices of bytes for another thread. Unlike a structured clone it keeps dictionaries without prototype, and the other
 * side opens it slice by slice. Throws on anything but arrays, plain objects and plain values.
 */
export function pack(root: object): Uint8Array<ArrayBuffer>[] {
  const nodes: Node[] = [];
  const places = new Map<object, readonly [number]>();
  const packed = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    const known = places.get(value);
    if (known) return known;
    const keys = Array.isArray(value) ? null : Object.keys(value);
    const prototype: unknown = Object.getPrototypeOf(value);
    if (keys && prototype !== null && prototype !== Object.prototype) throw new Error(`not plain data: ${String(value)}`);
    const values = Object.values(value).map(packed);
    const place = [nodes.push({ keys, isBare: prototype === null, values }) - 1] as const;
    places.set(value, place);
    return place;
  };
  packed(root);
  const slices: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < nodes.length; at += NODES_PER_SLICE) slices.push(new Uint8Array(serialize(nodes.slice(at, at + NODES_PER_SLICE))));
  return slices;
}

/** What was packed, frozen; what was one object is one object again. Between two slices, others get their turn. */
export async function unpack<T>(slices: readonly Uint8Array[]): Promise<T> {
  const made: unknown[] = [];
  const opened = (value: unknown) => (Array.isArray(value) ? made[value[0] as number] : value);
  for (const slice of slices) {
    for (const { keys, isBare, values } of deserialize(slice) as Node[]) {
      if (keys === null) made.push(Object.freeze(values.map(opened)));
      else {
        const object: Record<string, unknown> = isBare ? Object.create(null) : {};
        keys.forEach((key, n) => {
          object[key] = opened(values[n]);
        });
        made.push(Object.freeze(object));
      }
    }
    await sleep(PAUSE_MS);
  }
  return made.at(-1) as T;
}
