/*
 * Words that the language had before (docs/decisions/79). A file that still says one is told what to do instead of what the word
 * resembles. What writes such a file in the words of today is scripts/format-schemas/former-words.ts; a word goes from both at once.
 */

/** What is told of a word that `npm run format:schemas` writes otherwise. */
export const WRITTEN_OTHERWISE = "npm run format:schemas writes it in the words of today";
const GONE = "the language has this word no more: docs/decisions/79 says why";

/** A word of before: what may be said today in the objects it stood in, by which these are told from others. */
interface FormerWord {
  readonly name: string;
  readonly beside: readonly string[];
  readonly hint: string;
}

const FORMER: readonly FormerWord[] = [
  { name: "if", beside: ["when", "require"], hint: WRITTEN_OTHERWISE },
  { name: "lookup", beside: ["copy", "count"], hint: WRITTEN_OTHERWISE },
  { name: "origin", beside: ["copy", "calc"], hint: WRITTEN_OTHERWISE },
  { name: "readFrom", beside: ["prefill"], hint: WRITTEN_OTHERWISE },
  { name: "by", beside: ["of", "on"], hint: WRITTEN_OTHERWISE },
  { name: "key", beside: ["of", "on"], hint: WRITTEN_OTHERWISE },
  { name: "permissions", beside: ["hide"], hint: WRITTEN_OTHERWISE },
  { name: "filters", beside: ["where", "rank"], hint: WRITTEN_OTHERWISE },
  { name: "titleField", beside: ["columns", "todos"], hint: WRITTEN_OTHERWISE },
  { name: "supplierField", beside: ["tenancy"], hint: WRITTEN_OTHERWISE },
  { name: "pageSum", beside: ["sums", "signatures"], hint: WRITTEN_OTHERWISE },
  { name: "total", beside: ["sums", "signatures"], hint: WRITTEN_OTHERWISE },
  { name: "total", beside: ["now", "number"], hint: GONE },
  { name: "retitle", beside: ["code", "cases"], hint: WRITTEN_OTHERWISE },
  { name: "titles", beside: ["paper", "cases"], hint: WRITTEN_OTHERWISE },
  { name: "text", beside: ["when", "value"], hint: WRITTEN_OTHERWISE },
  { name: "orCreate", beside: ["match", "by"], hint: WRITTEN_OTHERWISE },
  { name: "decimals", beside: ["field", "ratio"], hint: WRITTEN_OTHERWISE },
  { name: "capitals", beside: ["field", "of"], hint: WRITTEN_OTHERWISE },
  { name: "measure", beside: ["of", "tone"], hint: WRITTEN_OTHERWISE },
  { name: "choices", beside: ["where", "on", "key"], hint: WRITTEN_OTHERWISE },
  { name: "narrow", beside: ["where", "on", "key"], hint: WRITTEN_OTHERWISE },
  { name: "minLength", beside: ["length", "check"], hint: WRITTEN_OTHERWISE },
  { name: "order", beside: ["by", "sort"], hint: WRITTEN_OTHERWISE },
  { name: "totals", beside: ["columns", "sums", "choose"], hint: WRITTEN_OTHERWISE },
  { name: "none", beside: ["from", "else"], hint: WRITTEN_OTHERWISE },
  { name: "least", beside: ["entity", "min"], hint: WRITTEN_OTHERWISE },
  { name: "side", beside: ["to", "content"], hint: WRITTEN_OTHERWISE },
  { name: "groupBy", beside: ["join", "union"], hint: WRITTEN_OTHERWISE },
  { name: "place", beside: ["rank", "amount"], hint: WRITTEN_OTHERWISE },
  { name: "links", beside: ["rank", "amount"], hint: WRITTEN_OTHERWISE },
  { name: "for", beside: ["when", "by", "from"], hint: WRITTEN_OTHERWISE },
  { name: "since", beside: ["when", "by", "from"], hint: WRITTEN_OTHERWISE },
  { name: "labels", beside: ["columns", "values"], hint: WRITTEN_OTHERWISE },
  { name: "with", beside: ["module", "on"], hint: WRITTEN_OTHERWISE },
  { name: "field", beside: ["module", "through"], hint: WRITTEN_OTHERWISE },
  { name: "key", beside: ["module", "through"], hint: WRITTEN_OTHERWISE },
  { name: "mode", beside: ["editable", "fallback"], hint: WRITTEN_OTHERWISE },
  { name: "template", beside: ["key", "title"], hint: WRITTEN_OTHERWISE },
  { name: "kind", beside: ["type", "measures"], hint: WRITTEN_OTHERWISE },
  { name: "as", beside: ["isread", "pinned"], hint: WRITTEN_OTHERWISE },
  { name: "valid", beside: ["eq", "check"], hint: WRITTEN_OTHERWISE },
  { name: "profile", beside: ["shops", "flags"], hint: WRITTEN_OTHERWISE },
  { name: "path", beside: ["icon", "modules"], hint: WRITTEN_OTHERWISE },
  { name: "mixins", beside: ["like"], hint: WRITTEN_OTHERWISE },
  { name: "mixins", beside: ["entities", "messages"], hint: WRITTEN_OTHERWISE },
  { name: "machines", beside: ["states", "messages"], hint: WRITTEN_OTHERWISE },
  { name: "via", beside: ["from", "lines"], hint: WRITTEN_OTHERWISE },
  { name: "less", beside: ["title", "sub"], hint: WRITTEN_OTHERWISE },
  { name: "of", beside: ["title", "sub"], hint: WRITTEN_OTHERWISE },
  { name: "entity", beside: ["of", "on"], hint: WRITTEN_OTHERWISE },
  { name: "viewer", beside: ["daysUntil", "when"], hint: WRITTEN_OTHERWISE },
  { name: "transition", beside: ["action"], hint: WRITTEN_OTHERWISE },
  { name: "through", beside: ["module", "of"], hint: WRITTEN_OTHERWISE },
  { name: "isread", beside: ["read", "picture"], hint: WRITTEN_OTHERWISE },
  { name: "time", beside: ["read", "picture"], hint: WRITTEN_OTHERWISE },
  { name: "pinned", beside: ["read", "picture"], hint: WRITTEN_OTHERWISE },
  { name: "note", beside: ["help"], hint: WRITTEN_OTHERWISE },
  { name: "by", beside: ["value", "fields"], hint: WRITTEN_OTHERWISE },
  { name: "group", beside: ["value", "fields"], hint: WRITTEN_OTHERWISE },
  { name: "label", beside: ["value", "fields"], hint: WRITTEN_OTHERWISE },
  { name: "valueType", beside: ["value", "fields"], hint: WRITTEN_OTHERWISE },
  { name: "fallback", beside: ["value", "fields"], hint: WRITTEN_OTHERWISE },
  { name: "editable", beside: ["value", "fields"], hint: WRITTEN_OTHERWISE },
  { name: "type", beside: ["value", "fields"], hint: WRITTEN_OTHERWISE },
  { name: "default", beside: ["value", "fields"], hint: WRITTEN_OTHERWISE },
  { name: "show", beside: ["sections", "lines"], hint: WRITTEN_OTHERWISE },
  { name: "stats", beside: ["cards", "charts"], hint: WRITTEN_OTHERWISE },
  { name: "page", beside: ["module", "action", "on"], hint: WRITTEN_OTHERWISE },
  { name: "page", beside: ["audience", "columns", "filters"], hint: WRITTEN_OTHERWISE },
  { name: "override", beside: ["schema", "aliases"], hint: WRITTEN_OTHERWISE },
  { name: "reach", beside: ["columns", "market"], hint: WRITTEN_OTHERWISE },
  { name: "initial", beside: ["default"], hint: WRITTEN_OTHERWISE },
  { name: "input", beside: ["format", "check"], hint: WRITTEN_OTHERWISE },
  { name: "aggregate", beside: ["of", "window"], hint: WRITTEN_OTHERWISE },
  { name: "text", beside: ["code", "title"], hint: WRITTEN_OTHERWISE },
  { name: "text", beside: ["title", "tone", "cases"], hint: WRITTEN_OTHERWISE },
  { name: "call", beside: ["from", "audience"], hint: WRITTEN_OTHERWISE },
  { name: "alwaysShow", beside: ["icon", "modules"], hint: GONE },
  { name: "hidden", beside: ["aliases", "schema"], hint: GONE },
  { name: "affix", beside: ["aliases", "schema"], hint: GONE },
  { name: "icon", beside: ["aliases", "schema"], hint: GONE },
  { name: "operator", beside: ["field", "default"], hint: GONE },
  { name: "align", beside: ["field", "width"], hint: GONE },
  { name: "title", beside: ["entity", "columns", "sums"], hint: GONE },
  { name: "sort", beside: ["columns", "filters"], hint: GONE },
  { name: "width", beside: ["fixed", "sortable"], hint: GONE },
];

/** What to do about an unknown property, when it is a word of before; `known` are the properties that may stand beside it. */
export function formerWordHint(name: string, known: readonly string[]): string | undefined {
  return FORMER.find((word) => word.name === name && word.beside.every((each) => known.includes(each)))?.hint;
}

/** The keys of objects in whose place a text or a list stands today. */
const FORMER_SHAPES: readonly string[] = ["field,via", "part,via", "else,when", "grants,key,label"];

/** Whether an object is written as a former word asked for. */
export function isFormerShape(value: unknown): boolean {
  return typeof value === "object" && value !== null && FORMER_SHAPES.includes(Object.keys(value).sort().join());
}
