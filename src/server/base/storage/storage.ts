import type { Readable } from "node:stream";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";

/** Bytes that have arrived but are nobody's file yet. Whoever receives it discards it, whatever happens. */
export interface Draft {
  readonly size: number;
  read(): Promise<Buffer>;
  discard(): Promise<void>;
  /** Keeps it as the one file of a new folder, durably, without reading it. */
  keep(folder: string, file: string): Promise<void>;
}

/** A file that is about to be sent. */
export interface OpenFile {
  readonly size: number;
  readonly bytes: Readable;
}

/** The files of one folder by their names. */
export type Files = Readonly<Record<string, Buffer>>;

/**
 * Where uploaded files lie: folders with names of our own making, each written once, as a whole. One that cannot be reached throws
 * {@link StorageAway} and leaves nothing half done that the sweep would not remove.
 */
export interface FileStorage {
  /** Takes a stream in. Throws {@link TooLargeError} beyond `limit` bytes; nothing is left behind when it fails. */
  receive(bytes: Readable, limit: number): Promise<Draft>;
  /** Keeps a new folder, durably: all of its files are there afterwards, or none. */
  keep(folder: string, files: Files): Promise<void>;
  /** A file to read, or null when there is none. */
  open(folder: string, file: string): Promise<OpenFile | null>;
  has(folder: string, file: string): Promise<boolean>;
  /** Removes a folder, if it is there. */
  remove(folder: string): Promise<void>;
  /** Folders that have not changed since `before`, with the names of their files. */
  unchangedSince(before: Date): AsyncIterable<{ readonly folder: string; readonly files: readonly string[] }>;
  /** Removes what was begun before that time and never finished. */
  removeUnfinished(before: Date): Promise<void>;
}

/** More bytes arrived than were allowed. */
export class TooLargeError extends Error {
  override readonly name = "TooLargeError";
}

const AWAY = "文件存储暂时不可用，请稍后重试";

/** The storage cannot be reached, or does not do as it was asked (Code 503); its log says why. Another try makes sense. */
export class StorageAway extends ApiError {
  constructor() {
    super(CODE.unavailable, AWAY);
  }
}

/**
 * Removes a folder that nobody names, now if that can be. What fails is left to the sweep, which removes what nobody names: it must not
 * hide why the folder is not needed.
 */
export async function letGo(storage: Pick<FileStorage, "remove">, folder: string): Promise<void> {
  await storage.remove(folder).catch(() => undefined);
}
