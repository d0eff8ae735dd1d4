import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Identifier, Node, ObjectLiteralExpression, StringLiteral, TypeReferenceNode } from "typescript/unstable/ast";
import { SyntaxKind } from "typescript/unstable/ast";
import { API, type NodeHandle, type Project } from "typescript/unstable/sync";
import shipped from "../../schemas/shipped.json" with { type: "json" };
import type { Contract, EntityNeeds, FeatureContract, FieldNeed, Needs } from "../../src/shared/registry/code.ts";
import type { Entity } from "../../src/shared/registry/model.ts";
import { readEntities } from "./entity-types.ts";

/*
 * Long on purpose: one walk over the compiler's program finds all that code relies on, and each step of it needs the walk's own state.
 */

const BANNER = `// Generated from the code of the server by \`npm run generate:types\`: what it relies on, found by the compiler. Do not edit.
import type { FeatureContract, Needs } from "../../shared/registry/code.ts";
`;
const KINDS = ["effects", "inquiries", "choices", "offers", "jobs", "reminders"] as const;

interface Menu {
  readonly groups: readonly { readonly modules: readonly { readonly schema: string; readonly override?: string }[] }[];
}

/** What a file of the server's code uses of the entities. */
interface Uses {
  readonly stored: Map<string, Set<string>>;
  readonly readable: Map<string, Set<string>>;
  readonly transitions: Map<string, Set<string>>;
  /** Lists of codes by name, with the codes that the code calls by theirs. */
  readonly codes: Map<string, Set<number>>;
  readonly entities: Set<string>;
  readonly settings: Set<string>;
}

/**
 * The text of src/server/generated/contracts.ts: for each hand-written thing that files name, the fields, codes and transitions that its
 * code reads, writes or runs, in the files it is made of. The compiler knows all of them, because rows are typed by entity: what is
 * referred to in src/server/generated/entities.ts is what is relied on. Throws where a manifest cannot be read.
 */
export function contracts(dir: string): string {
  const api = new API({ cwd: dir });
  try {
    const config = path.join(dir, "src/server/tsconfig.json");
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (!project) throw new Error(`${config} cannot be opened`);
    return textOf(new Reader(dir, project));
  } finally {
    api.close();
  }
}

function textOf(reader: Reader): string {
  const made = reader.featureFiles().map((file) => reader.contractOf(file));
  const entries = made.map(({ name, contract }) => `  ${JSON.stringify(name)}: ${JSON.stringify(contract)},`);
  return `${BANNER}
/** Feature to what its code relies on. */
export const CONTRACTS: Readonly<Record<string, FeatureContract>> = {
${entries.join("\n")}
};

/** What all other code of the server relies on, whatever features are in use. */
export const ENGINE: Needs = ${JSON.stringify(reader.engineNeeds())};

/** Settings that all other code of the server reads. */
export const ENGINE_SETTINGS: readonly string[] = ${JSON.stringify(reader.engineSettings())};
`;
}

class Reader {
  readonly #dir: string;
  readonly #project: Project;
  readonly #entities: ReadonlyMap<string, Entity>;
  /** Field to the list its codes come from, by entity. */
  readonly #lists = new Map<string, string>();
  readonly #uses = new Map<string, Uses>();
  readonly #imports = new Map<string, readonly string[]>();

  constructor(dir: string, project: Project) {
    this.#dir = dir;
    this.#project = project;
    this.#entities = new Map(readEntities(dir).entities.map((entity) => [entity.name, entity]));
    this.#readEntityTypes();
    for (const file of this.#serverFiles()) this.#readNames(file);
  }

  featureFiles(): string[] {
    return this.#serverFiles().filter((file) => /\/features\/[^/]+\/feature\.ts$/.test(file));
  }

  /** What the manifest in this file brings, and what each of that relies on. */
  contractOf(file: string): { readonly name: string; readonly contract: FeatureContract } {
    const manifest = this.#manifestOf(file);
    const name = (propertyOf(manifest, "name") as StringLiteral | undefined)?.text;
    if (name === undefined) throw new Error(`${file}: the manifest has no name`);
    const contract: Record<string, unknown> = {};
    for (const kind of KINDS) {
      const list = propertyOf(manifest, kind) as ObjectLiteralExpression | undefined;
      const entries = (list?.properties ?? []).map((property) => [nameOf(property), this.#writtenOf(property)] as const);
      if (entries.length > 0) contract[kind] = Object.fromEntries(entries);
    }
    const pages = propertyOf(manifest, "overrides") as ObjectLiteralExpression | undefined;
    const overrides = (pages?.properties ?? []).map((property) => [nameOf(property), this.#pageOf(nameOf(property))] as const);
    if (overrides.length > 0) contract.overrides = Object.fromEntries(overrides);
    const made = this.#closure([file]);
    const settings = this.#settingsOf(made);
    const all = { ...contract, needs: this.#needsOf(made), ...(settings.length > 0 && { settings }) };
    return { name, contract: all as unknown as FeatureContract };
  }

  /** What the server relies on outside of the features. */
  engineNeeds(): Needs {
    return this.#needsOf(this.#engineFiles());
  }

  /** The settings that the server reads outside of the features. */
  engineSettings(): string[] {
    return this.#settingsOf(this.#engineFiles());
  }

  #engineFiles(): ReadonlySet<string> {
    return new Set(this.#serverFiles().filter((file) => !file.includes("/features/")));
  }

  #settingsOf(files: ReadonlySet<string>): string[] {
    return [...new Set([...files].flatMap((file) => [...(this.#uses.get(file)?.settings ?? [])]))].sort();
  }

  #writtenOf(property: Node): Contract {
    const manifest = property.getSourceFile().fileName;
    const files = identifiersIn(property)
      .map((one) => this.#declared(one))
      .filter((file) => file !== undefined && file !== manifest) as string[];
    const on = files.flatMap((file) => this.#rowsOf(file));
    const needs = this.#needsOf(this.#closure(files));
    return on.length > 0 ? { on: [...new Set(on)].sort(), needs } : { needs };
  }

  /** What a hand-written page reads of its rows: the browser's code is not typed by entity, so every field's name in it counts. */
  #pageOf(key: string): Contract {
    const all = path.join(this.#dir, "src/web/overrides");
    // A page without a folder of its own is made of parts of the others.
    const folder = existsSync(path.join(all, key)) ? path.join(all, key) : all;
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));
    const words = new Set(files.flatMap((file) => readFileSync(path.join(folder, file), "utf8").match(/\b[A-Za-z]\w*\b/g) ?? []));
    const needs = this.#entitiesOfPage(key).map((entity): [string, EntityNeeds] => {
      const { fields, transitions } = this.#entities.get(entity) ?? { fields: {}, transitions: {} };
      const readable = Object.values(fields).filter(({ name }) => words.has(name));
      const ways = Object.keys(transitions).filter((name) => words.has(name));
      return [entity, { readable: Object.fromEntries(readable.map(({ name, type }) => [name, type])), transitions: ways }];
    });
    return { needs: Object.fromEntries(needs) };
  }

  #entitiesOfPage(key: string): string[] {
    const { groups } = JSON.parse(readFileSync(path.join(this.#dir, "modules.json"), "utf8")) as Menu;
    const entries = groups.flatMap(({ modules }) => modules).filter(({ override }) => override === key);
    return entries.map(({ schema }) => {
      const module = JSON.parse(readFileSync(path.join(this.#dir, "schemas/modules", `${schema}.json`), "utf8")) as {
        readonly entity: string;
      };
      return module.entity;
    });
  }

  /** The entities whose rows an effect or a choice of this file is made for, as its type says. */
  #rowsOf(file: string): string[] {
    const source = this.#source(file);
    const found: string[] = [];
    walk(source, (node) => {
      const {
        parameters,
        modifiers,
        type: own,
      } = node as unknown as {
        parameters?: readonly { type?: TypeReferenceNode }[];
        modifiers?: readonly Node[];
        type?: TypeReferenceNode;
      };
      const isEffect = node.kind === SyntaxKind.FunctionDeclaration && modifiers?.some(({ kind }) => kind === SyntaxKind.ExportKeyword);
      const type = isEffect ? parameters?.[0]?.type : node.kind === SyntaxKind.VariableDeclaration ? own : undefined;
      const [argument] = type?.typeArguments ?? [];
      if (!argument || type?.typeName.getText() !== (isEffect ? "EffectContext" : "Choice")) return;
      found.push(...literalsOf(this.#project.checker.getTypeFromTypeNode(argument)));
    });
    return found.filter((name) => this.#entities.has(name));
  }

  /** Everything these files use, with the types that the fields have now. */
  #needsOf(files: ReadonlySet<string>): Needs {
    const merged = new Map<string, { stored: Set<string>; readable: Set<string>; transitions: Set<string> }>();
    const codes = new Map<string, Set<number>>();
    const entry = (name: string) => {
      const known = merged.get(name) ?? { stored: new Set(), readable: new Set(), transitions: new Set() };
      merged.set(name, known);
      return known;
    };
    for (const file of files) {
      const uses = this.#uses.get(file);
      if (!uses) continue;
      for (const name of uses.entities) entry(name);
      for (const kind of ["stored", "readable", "transitions"] as const)
        for (const [name, names] of uses[kind]) for (const one of names) entry(name)[kind].add(one);
      for (const [list, values] of uses.codes) codes.set(list, new Set([...(codes.get(list) ?? []), ...values]));
    }
    // A transition's name counts for the entities that these files know at all.
    const known = new Set([...files].flatMap((file) => [...(this.#uses.get(file)?.entities ?? [])]));
    const needs = [...merged].map(([name, { stored, readable, transitions }]): [string, EntityNeeds] => {
      const fields = [...stored].sort().map((field): [string, FieldNeed] => [field, this.#fieldNeed(name, field, codes)]);
      const computed = [...readable].sort().map((field): [string, FieldNeed] => [field, this.#fieldNeed(name, field, codes)]);
      const ways = known.has(name) ? [...transitions].sort() : [];
      return [
        name,
        {
          ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
          ...(computed.length > 0 && { readable: Object.fromEntries(computed) }),
          ...(ways.length > 0 && { transitions: ways }),
        },
      ];
    });
    return Object.fromEntries(
      needs.filter(([name, each]) => known.has(name) || each.fields || each.readable).sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  }

  #fieldNeed(entity: string, name: string, codes: ReadonlyMap<string, ReadonlySet<number>>): FieldNeed {
    const field = this.#entities.get(entity)?.fields[name];
    if (!field) throw new Error(`${entity} has no field ${name}: run generate:types again`);
    const named = codes.get(this.#lists.get(`${entity}.${name}`) ?? "");
    return field.type === "enum" && named !== undefined && named.size > 0 ? [...named].sort((a, b) => a - b) : field.type;
  }

  /** Follows every field, code and entity of the generated types to the files that refer to it. */
  #readEntityTypes(): void {
    for (const statement of this.#source(this.#path("generated/entities.ts")).statements) {
      const named = statement as unknown as { name?: Identifier; members?: readonly Node[]; type?: TypeReferenceNode };
      const name = named.name?.text ?? "";
      if (statement.kind === SyntaxKind.VariableStatement) this.#readCodes(statement);
      else if (name === "Rows")
        for (const member of named.members ?? []) this.#mark(nameNode(member), (uses) => uses.entities.add(nameOf(member)));
      else if (name === "Computed") {
        for (const member of named.members ?? []) this.#readFields(nameOf(member), membersOf(typeOf(member)), "readable");
      } else if (name.endsWith("Row")) {
        const entity = name.slice(0, -"Row".length);
        this.#mark(named.name as Identifier, (uses) => uses.entities.add(entity));
        const [row] = named.type?.typeArguments ?? [];
        this.#readFields(entity, membersOf(row), "stored");
      }
    }
  }

  #readFields(entity: string, members: readonly Node[], kind: "stored" | "readable"): void {
    for (const member of members) {
      const field = nameOf(member);
      const list = /\b([A-Z]\w*)\b/.exec(typeOf(member)?.getText() ?? "")?.[1];
      if (list !== undefined) this.#lists.set(`${entity}.${field}`, list);
      this.#mark(nameNode(member), (uses) => {
        uses.entities.add(entity);
        uses[kind].set(entity, new Set([...(uses[kind].get(entity) ?? []), field]));
      });
    }
  }

  #readCodes(statement: Node): void {
    walk(statement, (node) => {
      if (node.kind !== SyntaxKind.PropertyAssignment) return;
      const { initializer, parent } = node as unknown as { initializer: Node; parent: { parent: { arguments: readonly StringLiteral[] } } };
      const list = parent.parent.arguments[0]?.text ?? "";
      this.#mark(nameNode(node), (uses) => uses.codes.set(list, new Set([...(uses.codes.get(list) ?? []), Number(initializer.getText())])));
    });
  }

  #mark(name: Node, add: (uses: Uses) => void): void {
    for (const { references } of this.#project.checker.getReferencedSymbolsForNode(name, name.getStart())) {
      for (const { path: file } of references as readonly NodeHandle[]) add(this.#usesOf(file));
    }
  }

  /** Names of transitions and entities that stand as texts, where the compiler expects such a name; and keys of settings, which mean nothing else. */
  #readNames(file: string): void {
    walk(this.#source(file), (node) => {
      if (node.kind !== SyntaxKind.StringLiteral) return;
      const { text } = node as StringLiteral;
      if (shipped.settings.includes(text)) this.#usesOf(file).settings.add(text);
      const holders = [...this.#entities.values()].filter(({ transitions }) => text in transitions);
      if (holders.length === 0 && !this.#entities.has(text)) return;
      const expected = this.#project.checker.getContextualType(node as StringLiteral);
      const names = expected === undefined ? [] : literalsOf(expected);
      if (!names.includes(text)) return;
      if (names.every((name) => this.#entities.has(name))) this.#usesOf(file).entities.add(text);
      for (const { name, transitions } of holders) {
        if (!names.every((one) => one in transitions)) continue;
        const uses = this.#usesOf(file);
        uses.transitions.set(name, new Set([...(uses.transitions.get(name) ?? []), text]));
      }
    });
  }

  #usesOf(file: string): Uses {
    const uses = this.#uses.get(file) ?? {
      stored: new Map(),
      readable: new Map(),
      transitions: new Map(),
      codes: new Map(),
      entities: new Set(),
      settings: new Set(),
    };
    this.#uses.set(file, uses);
    return uses;
  }

  /** These files with all they are made of: what they import, and what that imports; of another feature the files behind its manifest. */
  #closure(files: readonly string[]): ReadonlySet<string> {
    const seen = new Set<string>();
    const open = [...files];
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (seen.has(file)) continue;
      seen.add(file);
      open.push(...this.#importsOf(file));
    }
    return seen;
  }

  #importsOf(file: string): readonly string[] {
    const known = this.#imports.get(file);
    if (known) return known;
    const found = new Set<string>();
    walk(this.#source(file), (node) => {
      if (node.kind !== SyntaxKind.ImportSpecifier) return;
      const declared = this.#declared((node as unknown as { name: Identifier }).name);
      if (declared !== undefined) found.add(declared);
    });
    this.#imports.set(file, [...found]);
    return [...found];
  }

  /** The file of the server that what is named here is declared in; of the generated types no one depends by importing them. */
  #declared(name: Identifier): string | undefined {
    const { checker } = this.#project;
    const symbol = checker.getShorthandAssignmentValueSymbol(name.parent) ?? checker.getSymbolAtLocation(name);
    if (!symbol) return undefined;
    const target = ALIAS & symbol.flags ? checker.getAliasedSymbol(symbol) : symbol;
    const file = target.declarations[0]?.path;
    return file?.startsWith(this.#path("")) && !file.includes("/generated/") ? file : undefined;
  }

  #manifestOf(file: string): ObjectLiteralExpression {
    let found: ObjectLiteralExpression | undefined;
    walk(this.#source(file), (node) => {
      const { type, initializer } = node as unknown as { type?: Node; initializer?: ObjectLiteralExpression };
      if (node.kind === SyntaxKind.VariableDeclaration && type?.getText() === "Feature") found = initializer;
    });
    if (!found) throw new Error(`${file} has no manifest`);
    return found;
  }

  #serverFiles(): string[] {
    return this.#project.program.getSourceFileNames().filter((file) => file.startsWith(this.#path("")) && !file.includes("/generated/"));
  }

  #path(file: string): string {
    return path.join(this.#dir, "src/server", file) + (file === "" ? "/" : "");
  }

  #source(file: string) {
    const source = this.#project.program.getSourceFile(file);
    if (!source) throw new Error(`${file} is not part of the server`);
    return source;
  }
}

/** SymbolFlags.Alias: a name that stands for one of another file. */
const ALIAS = 1 << 21;

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  node.forEachChild((child) => void walk(child, visit));
}

function identifiersIn(node: Node): Identifier[] {
  const found: Identifier[] = [];
  const value = (node as unknown as { initializer?: Node; name: Node }).initializer ?? (node as unknown as { name: Node }).name;
  walk(value, (each) => {
    if (each.kind === SyntaxKind.Identifier) found.push(each as Identifier);
  });
  return found;
}

const nameNode = (node: Node): Identifier => (node as unknown as { name: Identifier }).name;
const nameOf = (node: Node): string => nameNode(node).text;
const typeOf = (node: Node): Node | undefined => (node as unknown as { type?: Node }).type;
const membersOf = (node: Node | undefined): readonly Node[] =>
  (node as unknown as { members?: readonly Node[] } | undefined)?.members ?? [];

function propertyOf(object: ObjectLiteralExpression, name: string): Node | undefined {
  const property = object.properties.find((one) => nameOf(one as Node) === name);
  return (property as unknown as { initializer?: Node } | undefined)?.initializer;
}

/** The texts that a type of texts allows; none where it allows any. */
function literalsOf(type: unknown): string[] {
  const { value, getTypes } = type as { value?: unknown; getTypes?: () => readonly unknown[] };
  if (typeof value === "string") return [value];
  const parts = getTypes?.call(type) ?? [];
  return parts.flatMap(literalsOf);
}
