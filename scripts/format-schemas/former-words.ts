/*
 * What the language said otherwise before, so that files written for an earlier version are brought over by one command
 * (docs/decisions/79). A word goes from here once nobody can have such files any more.
 *
 * Long on purpose: every word of before with the one rule that writes it otherwise, in the order in which they apply.
 */

type Json = unknown;
type Obj = Readonly<Record<string, Json>>;
/** What takes the place of an object; undefined: it stays. */
type Rewrite = (value: Obj) => Json | undefined;

/** A file as it was parsed. */
export interface JsonFile {
  readonly path: string;
  readonly value: Json;
}

/** The files of a registry in the words of today. */
export function inTodaysWords(files: readonly JsonFile[]): JsonFile[] {
  return withPages(withoutFormWords(withoutSupplierFields(withLabels(files)))).map(({ path, value }) => ({
    path,
    value: rewritten(ofSharedSchema(path, value)),
  }));
}

/** What schemas/shared holds has one schema. */
function ofSharedSchema(path: string, value: Json): Json {
  if (!path.startsWith("schemas/shared/") || !isObject(value) || !isText(value.$schema)) return value;
  return { ...value, $schema: value.$schema.replace(/[a-z]+\.schema\.json$/, "shared.schema.json") };
}

/** A supplier's code is in provid, else in PROV_ID: where an entity has both, by itself or by a mixin, the word of before said which. */
function withoutSupplierFields(files: readonly JsonFile[]): JsonFile[] {
  const named = files.flatMap(({ value }) => (isObject(value) ? [value.mixins, value.entities] : []));
  const mixins = new Map(named.flatMap((each) => (isObject(each) ? Object.entries(each) : [])));
  const hasProvid = (fields: Json) => isObject(fields) && "provid" in fields;
  return files.map(({ path, value }) => {
    if (!isObject(value) || value.supplierField !== "PROV_ID") return { path, value };
    const names = [value.mixins ?? value.like ?? []].flat();
    if ([value.fields, ...names.map((name) => mixins.get(String(name)))].some(hasProvid)) return { path, value };
    const { supplierField: _, ...rest } = value;
    return { path, value: rest };
  });
}

/** What named a row on a page names it everywhere: a module's `titleField` is its entity's `label`. */
function withLabels(files: readonly JsonFile[]): JsonFile[] {
  const wanted = new Map<Json, Json>();
  for (const { value } of files) {
    if (!isObject(value)) continue;
    const label = isText(value.titleField) ? value.titleField : isObject(value.tree) ? value.tree.label : undefined;
    if (isText(label)) wanted.set(value.entity, label);
  }
  const labels = new Map(
    files.flatMap(({ value }) => (isObject(value) && isObject(value.fields) ? [[value.name, value.label ?? wanted.get(value.name)]] : [])),
  );
  return files.map(({ path, value }) => {
    if (!isObject(value)) return { path, value };
    if (isObject(value.fields) && value.label === undefined && wanted.has(value.name))
      return {
        path,
        value: mapEntries(value, (key, each) =>
          key === "fields"
            ? [
                ["label", wanted.get(value.name)],
                [key, each],
              ]
            : [[key, each]],
        ),
      };
    const label = labels.get(value.entity);
    // The grants of a tree: their rows name the group.
    if (isObject(value.tree) && isText(value.tree.grants) && (label === undefined || label === value.tree.label))
      return { path, value: { ...value, tree: value.tree.grants } };
    // Another field on one page alone: the page says so no more, and a person decides.
    const { titleField, ...rest } = value;
    return { path, value: titleField !== undefined && label === titleField ? rest : value };
  });
}

/** What a setting is called, of which type it is and what its default is, is said where it is declared. */
const DECLARED: readonly string[] = ["by", "group", "label", "type", "valueType", "default", "fallback"];

/** A form of settings names the field with the value, and nothing of what they declare. */
function withoutFormWords(files: readonly JsonFile[]): JsonFile[] {
  return files.map(({ path, value }) => {
    if (!isObject(value) || !isObject(value.form) || !isText(value.form.value)) return { path, value };
    return { path, value: { ...value, form: mapEntries(value.form, (key, each) => (DECLARED.includes(key) ? [] : [[key, each]])) } };
  });
}

const PARTS: Readonly<Record<string, readonly string[]>> = { form: ["form"], tree: ["tree"], stats: ["stats", "cards"] };

/** The kind of a page follows from its parts, and a hand-written one is named by its file, not by the menu. */
function withPages(files: readonly JsonFile[]): JsonFile[] {
  const menu = files.flatMap(({ value }) => (isObject(value) && Array.isArray(value.groups) ? value.groups : []));
  const lines = menu.flatMap((group) => (isObject(group) && isListOf(group.modules, isObject) ? group.modules : []));
  const written = new Map(lines.map(({ schema, override }) => [`schemas/modules/${String(schema)}.json`, override]));
  const isMoved = ({ schema }: Obj) =>
    files.some(({ path, value }) => path === `schemas/modules/${String(schema)}.json` && isObject(value));
  const page = (path: string, value: Obj): Obj => {
    const { page: kind, ...rest } = value;
    if (kind === "override" && isText(written.get(path))) return { ...value, page: written.get(path) };
    const isSaid = kind === "list" || (isText(kind) && PARTS[kind]?.some((part) => isObject(value[part]) || isText(value[part])));
    return isSaid && Array.isArray(value.columns) ? rest : value;
  };
  const line = ({ override, ...rest }: Obj): Obj =>
    override === undefined || !isMoved(rest) ? { ...rest, ...(override === undefined ? {} : { override }) } : rest;
  return files.map(({ path, value }) => {
    if (!isObject(value)) return { path, value };
    if (isListOf(value.groups, isObject))
      return {
        path,
        value: {
          ...value,
          groups: value.groups.map((group) => (isListOf(group.modules, isObject) ? { ...group, modules: group.modules.map(line) } : group)),
        },
      };
    return { path, value: isArchetypes(value) ? { ...value, modules: mapEntries(value.modules, archetypePage) } : page(path, value) };
  });
}

const isArchetypes = (value: Obj): value is Obj & { readonly modules: Obj } =>
  isText(value.$schema) && value.$schema.endsWith("/shared.schema.json") && isObject(value.modules);

function archetypePage(name: string, each: Json): readonly (readonly [string, Json])[] {
  if (!isObject(each) || each.page !== "list") return [[name, each]];
  const { page: _, ...rest } = each;
  return [[name, rest]];
}

function rewritten(value: Json): Json {
  if (Array.isArray(value)) return value.map(rewritten);
  if (!isObject(value)) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, rewritten(each)]));
  return REWRITES.reduce<Json>((each, rewrite) => (isObject(each) ? (rewrite(each) ?? each) : each), inner);
}

const isObject = (value: Json): value is Obj => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: Json): value is string => typeof value === "string";
const isListOf = <T extends Json>(value: Json, is: (each: Json) => each is T & Json): value is readonly (T & Json)[] =>
  Array.isArray(value) && value.every(is);
const hasOnly = (value: Json, ...keys: readonly string[]): value is Obj =>
  isObject(value) && Object.keys(value).sort().join() === [...keys].sort().join();

/** The object with some keys called otherwise, or with other values, in their places. */
function mapEntries(value: Obj, entry: (key: string, each: Json) => readonly (readonly [string, Json])[]): Obj {
  return Object.fromEntries(Object.entries(value).flatMap(([key, each]) => entry(key, each)));
}

/*
 * Where the word of today stands beside the one of before, or what the one of before says has another form than it had, both stay: which
 * of them counts, only a person can decide.
 */
const REWRITES: readonly Rewrite[] = [
  // A guard's or a rule's `if`.
  (value) =>
    "require" in value && "if" in value && !("when" in value)
      ? mapEntries(value, (key, each) => [[key === "if" ? "when" : key, each]])
      : undefined,
  // {"when": [{"if", "then"}], "else"}: a list whose last case has no condition.
  (value) =>
    hasOnly(value.cases, "when", "else") && isListOf(value.cases.when, (each) => hasOnly(each, "if", "then"))
      ? {
          ...value,
          cases: [...value.cases.when.map(({ if: when, then }) => ({ when, value: then })), { value: value.cases.else }],
        }
      : undefined,
  // {"via", "field"} and {"via", "part"}: a path.
  ({ lookup, ...rest }) => (hasOnly(lookup, "via", "field") && !("copy" in rest) ? { ...rest, copy: pathOf(lookup) } : undefined),
  (value) => (hasOnly(value.copy, "via", "field") ? { ...value, copy: pathOf(value.copy) } : undefined),
  ({ origin, ...rest }) =>
    hasOnly(origin, "of", "part") && !("copy" in rest) ? { ...rest, copy: `${origin.of}.${origin.part}` } : undefined,
  (value) => (hasOnly(value.prefill, "via", "field") ? { ...value, prefill: pathOf(value.prefill) } : undefined),
  (value) =>
    hasOnly(value.readFrom, "via", "part") && !("prefill" in value)
      ? mapEntries(value, (key, each) => (key === "readFrom" ? [["prefill", pathOf(value.readFrom as Obj)]] : [[key, each]]))
      : undefined,
  // {"by": theirs, "key": ours}: what equals what, as a join says it.
  (value) => related(value, "count"),
  (value) => related(value, "total"),
  // {"supplier": {"hide": […]}}: each side with its list.
  (value) =>
    isObject(value.permissions) && !("hide" in value) && Object.values(value.permissions).every((said) => hasOnly(said, "hide"))
      ? mapEntries(value, (key, each) =>
          key === "permissions" ? [["hide", mapEntries(each as Obj, (side, said) => [[side, (said as Obj).hide]])]] : [[key, each]],
        )
      : undefined,
  // The sums of a print are those of its sheets and of the whole.
  (value) => {
    if (!isText(value.paper) || "sums" in value || !("total" in value || "pageSum" in value)) return undefined;
    const all = [...new Set([value.pageSum ?? [], value.total ?? []].flat())];
    const last = "total" in value ? "total" : "pageSum";
    return mapEntries(value, (key, each) => (key === last ? [["sums", all]] : key === "pageSum" ? [] : [[key, each]]));
  },
  // Other texts and titles, and a stamp, in their cases.
  (value) =>
    isText(value.text) && isListOf(value.retitle, isObject) && !("cases" in value)
      ? mapEntries(value, (key, each) => [key === "retitle" ? ["cases", (each as readonly Obj[]).map(caseOf("text"))] : [key, each]])
      : undefined,
  (value) =>
    isText(value.paper) && isListOf(value.titles, isObject) && !("cases" in value)
      ? mapEntries(value, (key, each) => [key === "titles" ? ["cases", (each as readonly Obj[]).map(caseOf("title"))] : [key, each]])
      : undefined,
  (value) => (hasOnly(value.stamp, "when", "text") ? { ...value, stamp: caseOf("text")(value.stamp) } : undefined),
  // What a new row holds, whether it is created or added to.
  (value) =>
    "match" in value && "by" in value && "orCreate" in value && !("values" in value)
      ? mapEntries(value, (key, each) => [[key === "orCreate" ? "values" : key, each]])
      : undefined,
  // How a sum is drawn.
  (value) =>
    "decimals" in value && Object.keys(value).every((key) => ["field", "decimals", "audience", "ratio"].includes(key))
      ? mapEntries(value, (key, each) =>
          key !== "decimals" ? [[key, each]] : each === 3 ? [["format", "quantity"]] : each === 6 ? [["format", "rate"]] : [],
        )
      : undefined,
  (value) =>
    value.capitals === true && !("format" in value)
      ? mapEntries(value, (key, each) => [key === "capitals" ? ["format", "capitals"] : [key, each]])
      : undefined,
  // A card is what it measures.
  (value) =>
    isObject(value.measure) && isText(value.measure.of) && !("of" in value)
      ? mapEntries(value, (key, each) => (key === "measure" ? Object.entries(each as Obj) : [[key, each]]))
      : undefined,
  // What may be chosen, and how long a text is.
  (value) => (isText(value.type) && isText(value.title) ? fieldWords(value) : undefined),
  (value) =>
    isObject(value.fields)
      ? { ...value, fields: mapEntries(value.fields, (name, each) => [[name, isObject(each) ? (fieldWords(each) ?? each) : each]]) }
      : undefined,
  (value) => (Array.isArray(value.by) && isText(value.of) && !("sort" in value) ? renamed(value, { order: "sort" }) : undefined),
  // Sums, what is said where nothing is offered, and the least that there must be.
  (value) => (isObject(value.preview) ? { ...value, preview: previewWords(value.preview) } : undefined),
  (value) => (isObject(value.ticks) ? { ...value, ticks: renamed(value.ticks, { least: "min" }) ?? value.ticks } : undefined),
  (value) => (isObject(value.notify) ? { ...value, notify: renamed(value.notify, { side: "to" }) ?? value.notify } : undefined),
  // A view's groups.
  (value) => (isObject(value.view) ? { ...value, view: renamed(value.view, { groupBy: "by" }) ?? value.view } : undefined),
  // The chain of documents.
  (value) => (isObject(value.chain) ? { ...value, chain: chainWords(value.chain) } : undefined),
  // A page.
  (value) => ("columns" in value && "entity" in value ? renamed(value, { labels: "values" }) : undefined),
  (value) =>
    isText(value.profile) && isObject(value.modules)
      ? {
          ...value,
          modules: mapEntries(value.modules, (id, each) => [[id, isObject(each) ? (renamed(each, { labels: "values" }) ?? each) : each]]),
        }
      : undefined,
  (value) => (isObject(value.open) ? { ...value, open: renamed(value.open, { with: "on" }) ?? value.open } : undefined),
  (value) =>
    typeof value.module === "number" && isText(value.field) && isText(value.key) && Array.isArray(value.columns) && !("on" in value)
      ? mapEntries(value, (key, each) => (key === "field" ? [["on", { [String(each)]: value.key }]] : key === "key" ? [] : [[key, each]]))
      : undefined,
  ({ form, ...rest }) => {
    if (!isObject(form) || !isText(form.mode) || !("columns" in rest)) return undefined;
    const { mode: _, ...said } = form;
    return { ...rest, form: said };
  },
  (value) => (hasOnly(value, "template") || hasOnly(value, "template", "title") ? renamed(value, { template: "key" }) : undefined),
  (value) => (isText(value.kind) && isText(value.by) && "measures" in value ? renamed(value, { kind: "type" }) : undefined),
  // News: a panel, where there were two that code knew.
  (value) => (isObject(value.news) && isText(value.news.as) ? { ...value, news: panelOf(value.news) } : undefined),
  // Words that another one says as well, each in the objects it stood in.
  (value) => {
    const said = Object.keys(WITHIN).filter((name) => isObject(value[name]) && renamed(value[name], WITHIN[name] ?? {}));
    return said.length === 0
      ? undefined
      : mapEntries(value, (key, each) => [[key, said.includes(key) ? renamed(each as Obj, WITHIN[key] ?? {}) : each]]);
  },
  (value) => (hasOnly(value, "valid") && Array.isArray(value.valid) ? { check: value.valid } : undefined),
  (value) => (isText(value.profile) && isObject(value.flags) ? renamed(value, { profile: "name" }) : undefined),
  (value) => (isText(value.paper) ? renamed(value, { via: "from" }) : undefined),
  (value) =>
    isText(value.path) && Array.isArray(value.modules) && !("name" in value)
      ? mapEntries(value, (key, each) => [key === "path" ? ["name", String(each).replace(/^\//, "")] : [key, each]])
      : undefined,
  (value) =>
    typeof value.module === "number" && Array.isArray(value.columns) && isObject(value.on) ? renamed(value, { through: "of" }) : undefined,
  (value) => (Array.isArray(value.due) ? { ...value, due: value.due.map((each) => (isObject(each) ? inDue(each) : each)) } : undefined),
  // A panel of news is in an order, which says what is on top and when it was sent.
  (value) => (isObject(value.news) && isText(value.news.time) ? { ...value, news: inOrder(value.news) } : undefined),
  // What is missing is a difference.
  (value) =>
    isObject(value.gap) && isText(value.gap.of) && isText(value.gap.less) && !("sub" in value.gap)
      ? { ...value, gap: differenceOf(value.gap) }
      : undefined,
  // A document's number: field and prefix.
  (value) =>
    hasOnly(value.number, "field", "prefix") ? { ...value, number: { [String(value.number.field)]: value.number.prefix } } : undefined,
  // The head of a line: whose rows, and what of them equals what of ours.
  (value) =>
    hasOnly(value.head, "entity", "field", "key")
      ? { ...value, head: { of: value.head.entity, on: { [String(value.head.key)]: value.head.field } } }
      : undefined,
  // What an entity begins with, and archetypes by what they are of.
  (value) => (isListOf(value.mixins, isText) ? renamed(value, { mixins: "like" }) : undefined),
  (value) => (isText(value.$schema) && value.$schema.endsWith("/shared.schema.json") ? renamed(value, SHARED) : undefined),
  // Parts that stood one deeper.
  (value) => lifted(value, "show", ["sections", "lines"]),
  (value) => lifted(value, "stats", ["cards", "charts"]),
  (value) => {
    const { open } = value;
    if (!isObject(open) || (open.page !== "create" && open.page !== "list") || "action" in open) return undefined;
    return {
      ...value,
      open: mapEntries(open, (key, each) => (key !== "page" ? [[key, each]] : each === "create" ? [["action", each]] : [])),
    };
  },
  (value) =>
    value.reach === "market" && !("market" in value)
      ? mapEntries(value, (key, each) => [key === "reach" ? ["market", true] : [key, each]])
      : undefined,
  // What is so unless something else is said.
  (value) =>
    DAYS.includes(value.initial) || (!isObject(value.initial) && ("transitions" in value || "final" in value || isText(value.like)))
      ? renamed(value, { initial: "default" })
      : undefined,
  // How a value is drawn and asked for, and what stays in sight.
  (value) => (isText(value.format) && value.format in FORMATS ? { ...value, format: FORMATS[value.format] } : undefined),
  (value) => (value.input === "place" ? renamed(value, { input: "format" }) : undefined),
  (value) => (value.fixed === "left" ? { ...value, fixed: true } : undefined),
  (value) => (AGGREGATES.includes(value.aggregate) ? renamed(value, { aggregate: "of" }) : undefined),
  // What people call a code, and what they are told beside a field.
  (value) => ((isText(value.code) || typeof value.code === "number") && isText(value.text) ? renamed(value, { text: "title" }) : undefined),
  (value) =>
    isObject(value.values)
      ? {
          ...value,
          values: mapEntries(inCodes(value.values) as Obj, (field, each) => [[field, inCodes(each)]]),
        }
      : undefined,
  (value) => (isText(value.note) && (isText(value.type) || isText(value.field)) ? renamed(value, { note: "help" }) : undefined),
  (value) =>
    isObject(value.fields)
      ? {
          ...value,
          fields: mapEntries(value.fields, (name, each) => [
            [name, isObject(each) && isText(each.note) ? (renamed(each, { note: "help" }) ?? each) : each],
          ]),
        }
      : undefined,
  // A to-do's filters: a condition.
  (value) => ("todos" in value ? mapEntries(value, (key, each) => [[key, key === "todos" ? entries(each, todo) : each]]) : undefined),
];

const SHARED: Readonly<Record<string, string>> = { machines: "states", mixins: "entities" };

/** In the object that stands under a word: what its words are today. */
const WITHIN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  news: { isread: "read", note: "help" },
  form: { editable: "fields" },
  source: { via: "from" },
  computed: { viewer: "when" },
  run: { transition: "action" },
  reminder: { call: "from" },
};

const FORMATS: Readonly<Record<string, string>> = { integer: "int", status: "enum", flag: "bool" };
const DAYS: readonly Json[] = ["last31days", "thisMonth", "today"];
const AGGREGATES: readonly Json[] = ["sum", "count", "countDistinct", "min", "max", "mostFrequent"];

/** The words of an object that stood in one of its own, beside the others. */
function lifted(value: Obj, word: string, parts: readonly string[]): Obj | undefined {
  const said = value[word];
  const isFree = isObject(said) && Object.keys(said).every((part) => parts.includes(part) && !(part in value));
  return isFree ? mapEntries(value, (key, each) => (key === word ? Object.entries(said) : [[key, each]])) : undefined;
}

/** Other texts of codes, in a patch. */
const inCodes = (value: Json): Json =>
  isObject(value)
    ? mapEntries(value, (code, said) => [
        [
          code,
          isObject(said)
            ? mapEntries(said, (word, each) => [
                [word, isObject(each) && word !== "add" ? (renamed(each, { text: "title" }) ?? each) : each],
              ])
            : said,
        ],
      ])
    : value;

const inDue = (each: Obj): Obj => renamed(each, { transition: "action" }) ?? each;

function inOrder(news: Obj): Obj {
  const { time, pinned } = news;
  if ("sort" in news || !(pinned === undefined || isText(pinned))) return news;
  const sort = [...(pinned === undefined ? [] : [`-${pinned}`]), `-${String(time)}`];
  return mapEntries(news, (key, each) => (key === "time" ? [["sort", sort]] : key === "pinned" ? [] : [[key, each]]));
}

function differenceOf(gap: Obj): Obj {
  return mapEntries(gap, (key, each) => (key === "of" ? [["sub", [gap.of, gap.less]]] : key === "less" ? [] : [[key, each]]));
}

/** Each of a list, or of a patch of one: what is added, set or replaced by name. */
function entries(value: Json, rewrite: (one: Json) => Json): Json {
  if (Array.isArray(value)) return value.map(rewrite);
  if (!isObject(value)) return value;
  return mapEntries(value, (name, said) => [[name, isObject(said) ? mapEntries(said, (word, each) => [[word, rewrite(each)]]) : said]]);
}

function todo(value: Json): Json {
  if (!isObject(value) || "where" in value || !isListOf(value.filters, isComparison) || value.filters.length === 0) return value;
  const where = conditionOf(value.filters);
  return mapEntries(value, (key, each) => (key === "filters" ? [["where", where]] : [[key, each]]));
}

/** A field with the values that its operator asks for. */
function isComparison(value: Json): value is Obj {
  if (!isObject(value) || !isText(value.field)) return false;
  if (value.operator === "null" || value.operator === "nnull") return !("value" in value);
  if (isRange(value)) return Array.isArray(value.value) && value.value.length === 2;
  return value.value !== undefined && value.value !== null;
}

const pathOf = ({ via, field, part }: Obj) => `${String(via)}.${String(field ?? part)}`;

/** The object with some words called otherwise; undefined: it says none of them, or the word of today as well. */
function renamed(value: Obj, words: Readonly<Record<string, string>>): Obj | undefined {
  const said = Object.keys(words).filter((word) => word in value && !(String(words[word]) in value));
  return said.length === 0 ? undefined : mapEntries(value, (key, each) => [[said.includes(key) ? String(words[key]) : key, each]]);
}

function fieldWords(value: Obj): Obj | undefined {
  const named = renamed(value, { choices: "where", narrow: "on" }) ?? value;
  const { minLength: least, ...rest } = named;
  if (typeof least !== "number" || typeof rest.length !== "number") return named === value ? undefined : named;
  return mapEntries(rest, (key, each) => [[key, key === "length" ? [least, each] : each]]);
}

function previewWords(value: Obj): Obj {
  const named = renamed(value, { totals: "sums" }) ?? value;
  return isObject(named.choose) ? { ...named, choose: renamed(named.choose, { none: "else" }) ?? named.choose } : named;
}

function chainWords(value: Obj): Obj {
  const link = (each: Json) => (hasOnly(each, "field", "to", "key") ? { of: each.to, on: { [String(each.key)]: each.field } } : each);
  const named = renamed(value, { place: "rank", links: "to" }) ?? value;
  return mapEntries(named, (key, each) => {
    if (key === "to" && Array.isArray(each)) return [[key, each.map(link)]];
    const wait = (one: Json) => (isObject(one) ? (renamed(one, { for: "by", since: "from" }) ?? one) : one);
    return [[key, key === "waits" ? entries(each, wait) : each]];
  });
}

const PANELS: Readonly<Record<string, Obj>> = {
  boards: { key: "boards", title: "公告", else: "暂时没有公告，发布后会显示在这里。" },
  messages: { key: "messages", title: "未读消息", else: "没有未读消息。单据有变化时会在这里提醒您。" },
};

function panelOf({ as, ...told }: Obj): Obj {
  return { ...(PANELS[String(as)] ?? { as }), ...told };
}

/** A case that holds what stood in it under another word. */
const caseOf =
  (word: string) =>
  (value: Obj): Obj =>
    mapEntries(value, (key, each) => [[key === word ? "value" : key, each]]);

function related(value: Obj, word: "count" | "total"): Json | undefined {
  const said = value[word];
  if (!isObject(said) || !isText(said.by) || !isText(said.key) || "on" in said) return undefined;
  const { by, key } = said;
  return {
    ...value,
    [word]: mapEntries(said, (name, each) => (name === "by" ? [["on", { [by]: key }]] : name === "key" ? [] : [[name, each]])),
  };
}

function conditionOf(filters: readonly Obj[]): Json {
  const parts = filters.flatMap(comparisonsOf);
  return parts.length === 1 ? parts[0] : { all: parts };
}

const isRange = ({ operator, value }: Obj) =>
  operator === "between" || (operator === undefined && Array.isArray(value) && value.some(isObject));

function comparisonsOf({ field, operator, value }: Obj): readonly Obj[] {
  if (operator === "null") return [{ not: { set: field } }];
  if (operator === "nnull") return [{ set: field }];
  if (isRange({ operator, value })) {
    const [from, to] = value as readonly Json[];
    return [{ gte: [field, from] }, { lte: [field, to] }];
  }
  return [{ [isText(operator) ? operator : Array.isArray(value) ? "in" : "eq"]: [field, value] }];
}
