import type { FileKind } from "../classify.ts";
import { FILE_KINDS } from "../classify.ts";
import type { CheckContext } from "../context.ts";
import type { ParsedFile } from "../place.ts";
import { placeIn } from "../place.ts";
import type { Check } from "./check.ts";

/** `$schema` leads to the schema of the file's kind: with another one an editor would complete and refuse the wrong words. */
export const schemaReferences: Check = (context) =>
  files(context).flatMap(([kind, file]) => {
    const said = schemaOf(file);
    if (said === undefined || said === wanted(kind, file)) return [];
    return [
      placeIn(file, ["$schema"]).problem(
        `this is no schema of such a file: ${JSON.stringify(said)}`,
        `write ${JSON.stringify(wanted(kind, file))}`,
      ),
    ];
  });

/** `$schema` is there. */
export const missingSchemas: Check = (context) =>
  files(context).flatMap(([kind, file]) =>
    schemaOf(file) === undefined
      ? [placeIn(file).problem('"$schema" is missing: an editor knows no words here', `write ${JSON.stringify(wanted(kind, file))}`)]
      : [],
  );

/** What `$schema` of a file is. */
function wanted(kind: FileKind, { path }: ParsedFile): string {
  if (kind === "registry") return "./schemas/meta/registry.schema.json";
  return `${"../".repeat(path.split("/").length - 2)}meta/${kind}.schema.json`;
}

function schemaOf(file: ParsedFile): unknown {
  return (file.value as { readonly $schema?: unknown }).$schema;
}

function files({ sources }: CheckContext): (readonly [FileKind, ParsedFile])[] {
  return FILE_KINDS.flatMap((kind) => sources[kind].map(({ file }) => [kind, file] as const));
}
