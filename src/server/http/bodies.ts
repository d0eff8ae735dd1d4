import type { FastifyInstance } from "fastify";
import { visit } from "jsonc-parser";
import { badInput, collect, isObject, jsonOf, type Params, parseForm } from "../base/params.ts";

const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** Reads form-encoded and JSON bodies as {@link Params}; every other content type is answered with 415 by Fastify. */
export function addBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const add = (type: string, parse: (text: string) => Params) =>
    app.addContentTypeParser(type, { parseAs: "buffer" }, async (_request: unknown, body: Buffer) => parse(decodeBody(body)));
  add("application/x-www-form-urlencoded", parseForm);
  add("application/json", parseJson);
}

function decodeBody(body: Buffer): string {
  try {
    return UTF8.decode(body);
  } catch {
    throw badInput("请求体应为 UTF-8");
  }
}

/** One JSON object of plain values; null counts as left out. */
function parseJson(text: string): Params {
  const value = jsonOf(text);
  if (value === undefined) throw badInput("请求体不是合法的 JSON");
  // guard check: tests/server/app/parameters.test.ts
  if (!isObject(value)) throw badInput("请求体应为 JSON 对象");
  const nested = Object.entries(value).find(([, inner]) => typeof inner === "object" && inner !== null);
  if (nested) throw badInput(`参数 ${JSON.stringify(nested[0].slice(0, 40))} 应为单个值`);
  // JSON.parse silently keeps the last of two equal names; only a reader of the text sees both.
  const names: string[] = [];
  visit(text, { onObjectProperty: (name) => void names.push(name) });
  const values = new Map(Object.entries(value));
  return collect(
    names.map((name) => [name, values.get(name)] as const).flatMap(([name, inner]) => (inner === null ? [] : [[name, String(inner)]])),
  );
}
