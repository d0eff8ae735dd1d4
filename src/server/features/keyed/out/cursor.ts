import { badInput } from "../../../base/params.ts";
import type { Position } from "./read-feed.ts";

/** A place in a feed, as its reader keeps it. */
export interface Cursor extends Position {
  /** The feed that it is a place of. */
  readonly feed: string;
}

const FORM = /^([0-9a-f-]{36})\.(\d{1,15})\.(\d{1,15})$/;

/** As text that means nothing to its reader. */
export function writeCursor({ feed, start, pos }: Cursor): string {
  return Buffer.from(`${feed}.${start}.${pos}`).toString("base64url");
}

/** @throws ApiError (Code 400) where it is no text of ours */
export function readCursor(text: string): Cursor {
  const [, feed, start, pos] = FORM.exec(Buffer.from(text, "base64url").toString("latin1")) ?? [];
  if (feed === undefined || start === undefined || pos === undefined)
    throw badInput("参数 cursor 应为上一次取出所答的 cursor，原样送回；从头开始时留空");
  return { feed, start: Number(start), pos: Number(pos) };
}
