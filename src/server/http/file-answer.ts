import type { FastifyReply } from "fastify";
import type { OpenFile } from "../base/storage/storage.ts";

/** A file as the answer, instead of an envelope. */
export class FileAnswer {
  constructor(
    readonly file: OpenFile,
    readonly mime: string,
    readonly name: string,
  ) {}
}

/** Should a file ever be shown as a page, it runs nothing and loads nothing. */
const FILE_POLICY = "default-src 'none'; sandbox";

/** Sends the bytes as nothing but what they were checked to be. */
export function sendFile(reply: FastifyReply, { file, mime, name }: FileAnswer): FastifyReply {
  const headers = {
    "content-type": mime,
    "content-length": file.size,
    "content-disposition": disposition(mime, name),
    "content-security-policy": FILE_POLICY,
  };
  return reply.headers(headers).send(file.bytes);
}

/** Pictures may be shown, everything else is saved; under the name it was uploaded with (RFC 6266). */
function disposition(mime: string, name: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9._ -]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${mime.startsWith("image/") ? "inline" : "attachment"}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
