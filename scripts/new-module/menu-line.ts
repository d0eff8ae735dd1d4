import { findNodeAtLocation, parseTree } from "jsonc-parser";
import type { Answers } from "./answers.ts";

/** modules.json with one line more at the end of its group; everything else stays as it was written. */
export function addMenuLine(
  text: string,
  { group, id, name, title, schema }: Omit<Answers, "entity" | "newEntity" | "like" | "audience">,
): string {
  const root = parseTree(text);
  const groups = root && findNodeAtLocation(root, ["groups"])?.children;
  const node = groups?.find((candidate) => findNodeAtLocation(candidate, ["id"])?.value === group);
  const modules = node && findNodeAtLocation(node, ["modules"]);
  // The group was looked up in the same text before.
  if (!modules) throw new Error(`no group ${group}`);
  const line = `{ "id": ${id}, "name": ${JSON.stringify(name)}, "title": ${JSON.stringify(title)}, "schema": ${JSON.stringify(schema)} }`;
  const last = modules.children?.at(-1);
  if (!last) return `${text.slice(0, modules.offset)}[${line}]${text.slice(modules.offset + modules.length)}`;
  const end = last.offset + last.length;
  const indent = /\n([ \t]*)$/.exec(text.slice(0, last.offset))?.[1];
  // A group written in one line is opened, one module per line.
  if (indent === undefined)
    return openGroup(text, modules.offset, modules.length, [
      ...(modules.children ?? []).map((child) => text.slice(child.offset, child.offset + child.length)),
      line,
    ]);
  return `${text.slice(0, end)},\n${indent}${line}${text.slice(end)}`;
}

function openGroup(text: string, offset: number, length: number, lines: readonly string[]): string {
  const indent = /(?:^|\n)([ \t]*)[^\n]*$/.exec(text.slice(0, offset))?.[1] ?? "";
  const body = lines.map((line) => `${indent}  ${line}`).join(",\n");
  return `${text.slice(0, offset)}[\n${body}\n${indent}]${text.slice(offset + length)}`;
}
