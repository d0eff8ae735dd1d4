import { applyEdits, modify, type ParseError, parse } from "jsonc-parser";
import type { FileKind } from "../../src/shared/registry/classify.ts";

/** Which files of a registry directory are of which kind, as an editor matches them. */
const PATTERNS: Readonly<Record<FileKind, string>> = {
  registry: "/modules.json",
  shared: "/schemas/shared/*.json",
  entity: "/schemas/entities/*.json",
  module: "/schemas/modules/*/*.json",
  print: "/schemas/prints/*.json",
  overlay: "/schemas/overlays/*.json",
};

/** The version of JSON Schema that the written schema is in. */
export const DRAFT = "http://json-schema.org/draft-07/schema#";

const urlOf = (kind: string) => `./schemas/meta/${kind}.schema.json`;

/**
 * The text of .vscode/settings.json with one entry for each kind of file; what else stands there stays as it was written.
 * A file's own `$schema` goes before any pattern, so each entry takes the address that `$schema` names, and says the schema to use
 * in its place. Returns null where the text is no JSON.
 */
export function vscodeSettings(text: string, schemaFile: string): string | null {
  const errors: ParseError[] = [];
  const settings: unknown = parse(text.trim() === "" ? "{}" : text, errors, { allowTrailingComma: true });
  if (errors.length > 0 || typeof settings !== "object" || settings === null) return null;
  const own = Object.entries(PATTERNS).map(([kind, pattern]) => ({
    fileMatch: [pattern],
    url: urlOf(kind),
    // The draft says that a list of items is told one by one; a service that knows none takes a newer one, where it means nothing.
    schema: { $schema: DRAFT, $ref: `../../${schemaFile}#/definitions/${kind}` },
  }));
  const known = (settings as Record<string, unknown>)["json.schemas"];
  const others = (Array.isArray(known) ? (known as { readonly url?: unknown }[]) : []).filter(
    ({ url }) => !own.some((entry) => entry.url === url),
  );
  const formattingOptions = { insertSpaces: true, tabSize: 2 };
  const edits = modify(text.trim() === "" ? "{}\n" : text, ["json.schemas"], [...others, ...own], { formattingOptions });
  return applyEdits(text.trim() === "" ? "{}\n" : text, edits);
}
