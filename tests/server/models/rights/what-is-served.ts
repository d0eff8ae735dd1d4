import { profileOf } from "../../../../src/server/base/viewer.ts";
import { CODE } from "../../../../src/shared/protocol/envelope.ts";
import type { FormField, FormLines, FormSpec, RefOption } from "../../../../src/shared/protocol/form.ts";
import type { HomeData } from "../../../../src/shared/protocol/home.ts";
import { ALL_ROWS, type PageResult, type WireRow } from "../../../../src/shared/protocol/list.ts";
import type { PrintDocument } from "../../../../src/shared/protocol/print.ts";
import {
  ACTIONS_KEY,
  labelKey,
  type ScreenModel,
  type ShowResult,
  type StatsResult,
  toneKey,
} from "../../../../src/shared/protocol/screen.ts";
import type { Entity, Module, Registry } from "../../../../src/shared/registry/model.ts";
import type { TestUser } from "../../app/fixtures/every-module.ts";
import { type Answer, call, type Portal } from "../../app/fixtures/portal.ts";

/*
 * Long on purpose: every way by which a page serves somebody, one beside the other; a way that is missing here is compared nowhere.
 */

/** A user who is signed in. */
export interface SignedIn extends TestUser {
  readonly token: string;
}

/** What somebody may do on a page, or is shown there, and by which way. Of the fields those that are channels of the matrix. */
export const PARTS = [
  "page",
  "functions",
  "actions",
  "list",
  "filter",
  "export",
  "page fields",
  "preview",
  "print",
  "form",
  "writes",
  "choice",
  "todo",
  "news",
  "statistics",
  "data",
  "todos",
  "rows",
  "numbers",
  "does",
  "messages",
] as const;
export type Part = (typeof PARTS)[number];

/**
 * What the server serves one user of one page: of each part what is there. A part that nothing can be seen of (no row to open, to print)
 * is left out. Fields are `Entity.field`; rows `Entity/Id`, what a row leads to (lines, documents of its chain) `Entity/Id: Line/Id`, choices
 * `Entity=value`; asked are the rows that were to be opened, and the documents whose lines were proposed; done is `action/Id`, `save/Id`, `delete/Id`, and
 * messages are `action/Id side: text`. Numbers are `source name=value`: totals, sums, cards, points of charts, counts of the home page.
 */
export type Served = ReadonlyMap<Part | "asked", ReadonlySet<string>>;

const NONE: ReadonlySet<string> = new Set();

/** What is asked beside the page itself. */
export interface Asking {
  /** Ids of stored rows of the page's entity, of this shop and of others: to be opened, and tried to be changed. */
  readonly probes: readonly number[];
  /** Asks for a change that is made and then taken back: the messages that it sent, as `side: text`; null: it was refused. */
  readonly tries: (path: string, params: Readonly<Record<string, string>>) => Promise<readonly string[] | null>;
  /** What the home page shows the user, of all pages that have to-dos or news. */
  readonly home: () => Promise<HomeData>;
}

/** Asks the server for all that it serves a user of a page of a registry that is in force. */
export async function servedTo(portal: Portal, registry: Registry, user: SignedIn, id: string, asking: Asking): Promise<Served> {
  const { probes, tries } = asking;
  const { shop, token } = user;
  const served = new Map<Part | "asked", Set<string>>([["page", new Set()]]);
  const add = (part: Part | "asked", values: Iterable<string>) => {
    const known = served.get(part) ?? new Set<string>();
    served.set(part, known);
    for (const value of values) known.add(value);
  };
  const ask = async (path: string, params: Readonly<Record<string, string>> = {}): Promise<Answer> => {
    const answer = await call(portal, token, path, { mdl: id, ...params });
    if (answer.Code >= CODE.failed) throw new Error(`${user.user}: ${path} ${JSON.stringify(params)} failed: ${answer.body}`);
    return answer;
  };
  const { Code, Result } = await ask("Registry/GetModule");
  if (Code !== 200) return served;
  const screen: ScreenModel = Result;
  const module = profileOf(registry, shop).modules[id];
  const { entity = "" } = module ?? {};
  const theirs = (of: string) => profileOf(registry, shop).entities[of] ?? registry.entities[of];
  const fields = (names: Iterable<string>, of = entity) => [...names].map((name) => `${of}.${name}`);
  add("page", [id]);
  add("functions", screen.functions);
  add(
    "actions",
    screen.actions.map(({ action }) => action),
  );
  add("preview", fields(inPreviews()));
  const sums = screen.footer?.sums.map(({ field }) => field) ?? [];
  const query = await ask(`Module/${id}/GetPage`, { page: "1", rows: String(ALL_ROWS) });
  const isOpen = query.Code === 200;
  const page: PageResult = isOpen ? query.Result : { rows: [], total: 0, footer: {} };
  const listed = screen.columns.map(({ field }) => field);
  add("list", isOpen ? fields([...listed, ...sums, ...Object.keys(page.footer)]) : []);
  add("filter", isOpen ? fields(screen.filters.map(({ field }) => field)) : []);
  add("rows", rowsOf(page.rows, entity));
  if (page.rows.length > 0) add("data", fields(valuesOf(page.rows)));
  if (isOpen)
    add("numbers", [`total rows=${page.total}`, ...Object.entries(page.footer).map(([name, sum]) => `sum ${entity}.${name}=${sum}`)]);
  const exported = await ask(`Module/${id}/GetPage`, { page: "1", rows: "1", purpose: "export", columns: listed.join(",") });
  add("export", exported.Code === 200 ? fields([...listed, ...sums]) : []);
  if (screen.form) await addForm(screen.form);
  else for (const part of ["form", "writes"] as const) add(part, []);
  const [first] = page.rows;
  for (const row of new Set([...probes, ...(first?.Id === undefined ? [] : [Number(first.Id)])])) await addRow(String(row));
  for (const { template } of screen.print) {
    const answer = await ask("Print/GetPrintDoc", { printtyp: template, ids: String(first?.Id ?? 0) });
    if (answer.Code === 200) add("print", printed(answer, registry, shop, entity, template));
  }
  if (first && screen.print.length === 0) add("print", []);
  await addStats();
  await addHome();
  await addTries();
  return served;

  async function addForm(form: FormSpec): Promise<void> {
    const tables = [{ of: entity, fields: form.fields }, ...form.lines.map((lines) => ({ of: lines.entity, fields: lines.fields }))];
    for (const { of, fields: known } of tables) {
      add("form", fields(Object.keys(known), of));
      const writable = Object.values(known).filter(({ isWritable }) => isWritable);
      add(
        "writes",
        fields(
          writable.map(({ name }) => name),
          of,
        ),
      );
      for (const field of writable.filter(({ type }) => type === "ref")) await addChoices(field, of);
    }
    for (const lines of form.lines) await addProposed(lines);
  }

  async function optionsOf(name: string, of: string): Promise<readonly RefOption[]> {
    const answer = await ask(`Module/${id}/Options`, { field: name, search: "", row: "{}", ...(of === entity ? {} : { entity: of }) });
    return answer.Code === 200 ? answer.Result : [];
  }

  /** Lines of other documents, as lines of a new one. */
  async function addProposed({ entity: of, sourceVia }: FormLines): Promise<void> {
    const own = theirs(of);
    const [first] = sourceVia === null ? [] : await optionsOf(sourceVia, entity);
    if (!own?.lineSource || !first) return;
    const answer = await ask(`Module/${id}/SourceLines`, { entity: of, value: first.value });
    const rows: readonly WireRow[] = answer.Code === 200 ? answer.Result : [];
    if (rows.length === 0) return;
    const { lines, copy } = own.lineSource;
    add("asked", [`${lines}=of ${first.value}`]);
    for (const name of new Set(rows.flatMap((row) => Object.keys(row)))) {
      if (copy[name] !== undefined) add("choice", fields([copy[name]], lines));
      else for (const { through, field } of takenFrom(own, name)) add("choice", fields([field], own.fields[through]?.ref?.entity));
    }
  }

  async function addChoices({ name }: FormField, of: string): Promise<void> {
    const target = theirs(of);
    const options = await optionsOf(name, of);
    const ref = target?.fields[name]?.ref;
    const chosen = ref && theirs(ref.entity);
    if (!target || !ref || !chosen || options.length === 0) return;
    add(
      "rows",
      options.map(({ value }) => `${ref.entity}=${value}`),
    );
    const filled = new Set(options.flatMap(({ fill }) => Object.keys(fill)));
    const told = [ref.key, chosen.label ?? ref.key, ...[...filled].flatMap((own) => takenFrom(target, own).map(({ field }) => field))];
    add("choice", fields(told, ref.entity));
  }

  /** The numbers of a board. Cards come without the names of their fields, in the order of those that the page has for him. */
  async function addStats(): Promise<void> {
    add("statistics", []);
    if (!screen.stats || !module?.stats) return;
    const answer = await ask(`Module/${id}/GetStats`);
    if (answer.Code !== 200) return;
    const { cards, charts }: StatsResult = answer.Result;
    if (cards.length !== screen.stats.cards.length || charts.length !== screen.stats.charts.length)
      throw new Error(`${user.user}: ${id} has other numbers than its board has places`);
    const known = new Map(module.stats.cards.map(({ title, measure }) => [title, measure.field]));
    const ofCards = screen.stats.cards.flatMap(({ title }) => known.get(title) ?? []);
    const ofCharts = screen.stats.charts.flatMap(({ by, measures }) => [by.field, ...measures.flatMap(({ field }) => field ?? [])]);
    add("statistics", fields([...ofCards, ...ofCharts]));
    add(
      "numbers",
      screen.stats.cards.map(({ title }, at) => `card ${title}=${cards[at]}`),
    );
    add(
      "numbers",
      screen.stats.charts.flatMap(({ title }, at) => (charts[at]?.points ?? []).map(({ by, values }) => `chart ${title}=${by}: ${values}`)),
    );
  }

  /** What the home page says of this page. */
  async function addHome(): Promise<void> {
    for (const part of ["todos", "todo"] as const) add(part, []);
    if (!module?.news) add("news", []);
    if (!module || (module.todos.length === 0 && !module.news && entity !== "Message")) return;
    addHomeOf(module, await asking.home());
  }

  function addHomeOf(page: Module, home: HomeData): void {
    const todos = home.todos.filter(({ mdl }) => String(mdl) === id);
    add(
      "todos",
      todos.map(({ title }) => title),
    );
    add("todo", fields(todos.flatMap(({ filters }) => filters.map(({ field }) => field))));
    add(
      "numbers",
      todos.map(({ title, count }) => `todo ${title}=${count}`),
    );
    if (entity === "Message") add("numbers", [`unread Message=${home.remindcount}`]);
    const panels = home.news.filter(({ mdl }) => String(mdl) === id);
    const rows = panels.flatMap((panel) => panel.rows);
    add(
      "rows",
      rows.map((row) => `${entity}/${row.id}`),
    );
    add(
      "numbers",
      panels.map(({ key, unread }) => `news ${key}=${unread}`),
    );
    const { news } = page;
    // What no row holds cannot be seen to be shown.
    if (!news || (panels.length > 0 && rows.length === 0)) return;
    add("news", []);
    if (panels.length === 0) return;
    const shown = [
      ...(rows.some(({ title }) => title !== "") ? [page.titleField] : []),
      ...(rows.some(({ time }) => time !== "") ? [news.time] : []),
      ...(rows.some(({ note }) => note !== "") ? [news.help] : []),
      ...(rows.some(({ isRead }) => isRead) ? [news.read] : []),
      ...(rows.some(({ isPinned }) => isPinned) ? [news.pinned] : []),
      ...(home.banners.some(({ url }) => url.startsWith(`${page.entry.path}/show/`)) ? [news.picture] : []),
    ];
    add("news", fields(shown.filter((name) => name !== null)));
  }

  async function addRow(row: string): Promise<void> {
    add("asked", [`${entity}/${row}`]);
    const answer = await ask(`Module/${id}/Get`, { id: row });
    if (answer.Code !== 200) return;
    const { lines, row: own, chain }: ShowResult = answer.Result;
    const sections = screen.show.sections.flatMap((section) => section.fields.map(({ field }) => field));
    const shown = sections.length === 0 ? [] : [...sections, screen.show.titleField];
    add("page fields", fields(shown.filter((name) => name in own)));
    if (chain.some(({ isCurrent }) => isCurrent)) add("page fields", fields(inChain()));
    add("data", fields(valuesOf([own])));
    const named = chain.flatMap(({ documents }) => documents.map(({ path, id: other }) => `${path}/${other}`));
    add("rows", [`${entity}/${row}`, ...named.map((other) => `${entity}/${row}: ${other}`)]);
    for (const [of, rows] of Object.entries(lines)) {
      add(
        "rows",
        rowsOf(rows, of).map((line) => `${entity}/${row}: ${line}`),
      );
      if (rows.length > 0)
        add(
          "page fields",
          fields(
            [...valuesOf(rows)].filter((name) => name !== "Id"),
            of,
          ),
        );
    }
  }

  /** The fields that the page keeps from his side are told nowhere. */
  function isHidden(name: string): boolean {
    if (!module) return true;
    const { readable, audience } = module;
    const side = user.side === "mall" && !audience.includes("mall") ? "shop" : user.side;
    return Object.values(readable).some((names) => names.includes(name)) && !readable[side].includes(name);
  }

  /** The fields of the document that its step in the chain tells, whether or not this one has a value there. */
  function inChain(): readonly string[] {
    const part = theirs(entity)?.chain;
    if (!part || !module) return [];
    const told = [module.titleField, part.state, part.amount, part.due, part.gap?.of, part.gap?.less];
    return told.filter((name) => name !== null && name !== undefined).filter((name) => !isHidden(name));
  }

  /** The fields that are read before an action that the page offers. */
  function inPreviews(): readonly string[] {
    const offered = new Set(screen.actions.map(({ action }) => action));
    const transitions = (module?.actions ?? []).flatMap(({ name, transition }) => (offered.has(name) ? (transition ?? []) : []));
    const previews = transitions.flatMap((name) => theirs(entity)?.transitions[name]?.preview ?? []);
    return previews.flatMap(({ columns, totals }) => [...columns, ...totals].map(({ field }) => field)).filter((name) => !isHidden(name));
  }

  /** What somebody does, or is refused, on some rows: by the wire, whatever the page offers him. */
  async function addTries(): Promise<void> {
    const does = async (what: string, path: string, params: Readonly<Record<string, string>>) => {
      const messages = await tries(`Module/${id}/${path}`, params);
      if (messages === null) return;
      add("does", [what]);
      add(
        "messages",
        messages.map((message) => `${what} ${message}`),
      );
    };
    add("does", []);
    for (const row of probes) {
      for (const { name, transition } of module?.actions ?? [])
        if (transition !== null) await does(`${name}/${row}`, "Action", { action: name, ids: String(row), reason: "x" });
      await does(`edit/${row}`, "Save", { id: String(row) });
      await does(`delete/${row}`, "Delete", { ids: String(row) });
    }
  }
}

/** The field of the chosen row that a field of a form is filled from, and the one that chooses. */
function takenFrom({ fields }: Entity, own: string): readonly { readonly through: string; readonly field: string }[] {
  const { derived = null, prefill = null } = fields[own] ?? {};
  const source = derived?.kind === "copy" ? derived : prefill;
  return source === null ? [] : [{ through: source.via, field: source.field }];
}

const rowsOf = (rows: readonly WireRow[], entity: string) => rows.map(({ Id }) => `${entity}/${Id}`);

/** Names of the fields whose values came. */
function valuesOf(rows: readonly WireRow[]): ReadonlySet<string> {
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  const beside = new Set([...names].flatMap((name) => [labelKey(name), toneKey(name)]));
  return new Set([...names].filter((name) => name !== ACTIONS_KEY && !beside.has(name)));
}

/** Of a printed sheet the columns, and the fields that have one of the titles beside the table. */
function printed({ Result }: Answer, registry: Registry, shop: string, entity: string, template: string): readonly string[] {
  const profile = profileOf(registry, shop);
  const print = profile.prints[template] ?? registry.prints[template];
  const of = (name: string) => profile.entities[name] ?? registry.entities[name];
  const { data }: PrintDocument = Result;
  const columns = data.flatMap(({ t_title: titles }) => titles.map(({ field }) => field));
  const named = new Set(data.flatMap(({ header, footer }) => [...header, ...footer].map(({ label }) => label)));
  const last = data.flatMap(({ lastfooter }) => lastfooter ?? []);
  const inCapitals = last.some(({ capitals }) => capitals !== null) ? (print?.capitals ?? []) : [];
  for (const { label } of last.flatMap(({ summary }) => summary)) named.add(label);
  const beside = [...(print?.header ?? []), ...(print?.footer ?? []), ...(print?.summary ?? [])];
  const head = [...beside.filter((name) => named.has(of(entity)?.fields[name]?.title ?? "")), ...inCapitals];
  return [...columns.map((name) => `${print?.lines ?? entity}.${name}`), ...head.map((name) => `${entity}.${name}`)];
}

/** What came and what went, part by part, of what could be seen both times. */
export function difference(
  was: Served,
  is: Served,
): { readonly part: Part; readonly come: readonly string[]; readonly gone: readonly string[] }[] {
  return PARTS.flatMap((part) => {
    const [before, after] = [was.get(part), is.get(part)];
    if (!before && !after) return [];
    if (part !== "rows" && part !== "does" && part !== "numbers" && part !== "messages" && (!before || !after)) return [];
    const [one, other] = [before ?? NONE, after ?? NONE];
    // What another row leads to says nothing: the first of a list is opened, whichever it is.
    const isAsked = (name: string) => {
      const [row = "", beside] = name.split(": ");
      return part !== "rows" || beside === undefined || [was, is].every((each) => each.get("asked")?.has(row));
    };
    const differing = (some: ReadonlySet<string>, others: ReadonlySet<string>) =>
      [...some].filter((each) => !others.has(each) && isAsked(each));
    const [come, gone] = [differing(other, one), differing(one, other)];
    return come.length + gone.length === 0 ? [] : [{ part, come, gone }];
  });
}
