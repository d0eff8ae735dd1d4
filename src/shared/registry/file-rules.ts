/** What is asked of a file beside its meaning, which the checks ask for: ids of docs/rules.md with what they ask for. */
export const FILE_RULES = {
  "readable-file": "Every file can be read: an ordinary file in UTF-8, with permission, of a bearable size.",
  "known-file": "Every file is one of the registry, and modules.json is there.",
  "json-syntax": "A file is strict JSON: no comments, no trailing commas, nothing left open, nothing nested beyond all reason.",
  "repeated-property": "No property stands twice in one object.",
  "unknown-property": "Every property is a word of the language at its place.",
  "missing-property": "What a thing cannot be without is said.",
  "value-type": "A value is of the type that its property has: text, number, yes or no, list, object.",
  "unknown-value": "A value of a closed list is one of that list.",
  "value-form": "A text or a name has the form that is asked for.",
  "value-range": "A number, a text or a list is neither too small nor too large.",
  "repeated-value": "No value stands twice in a list.",
  "one-of": "Where one of several properties is said, it is exactly one.",
  "whole-file": "With what its archetype says a file lacks nothing, and the archetype is there.",
  "allow-rule": "`allow` names rules that are there and only warn.",
  "idle-allow": "`allow` names what would be told otherwise.",
  "known-shops": "Every shop that a profile or a condition names is there: asked of the database, by the server and by `npm run plan`.",
} as const satisfies Readonly<Record<string, string>>;

/** The id of such a rule. */
export type FileRule = keyof typeof FILE_RULES;

/** Those that only warn. */
export const FILE_WARNINGS: readonly FileRule[] = ["idle-allow", "known-shops"];

/** Those that only a database can tell. */
export const DATABASE_RULES: readonly FileRule[] = ["known-shops"];
