/**
 * The built registry: what every reader of the JSON files works with. Made only by `buildRegistry`, deep-frozen.
 * Dictionaries have no prototype, so that a name from the wire can be looked up safely.
 * Long on purpose: this is the one page to read before reading anything that interprets the files.
 */
import type { Operator } from "../protocol/list.ts";
import type { ColumnFormat, FilterControl, PageKind, Tone } from "../protocol/screen.ts";
import type { Party, RawEntity, RawField, Side } from "./generated/raw.ts";
import type { Calc, Predicate, Scalar, ValueMap } from "./language.ts";

export type Dict<T> = Readonly<Record<string, T>>;
/** Who a user works for. Mall users are on side `shop` wherever only two sides are told apart. */
export type { Party } from "./generated/raw.ts";
/** Who a module is for. */
export type Audience = Side;
export type Tenancy = RawEntity["tenancy"];
export type FieldType = RawField["type"];

export interface Registry {
  /** Changes whenever any file does. */
  readonly version: string;
  readonly title: string;
  readonly groups: readonly Group[];
  readonly entities: Dict<Entity>;
  /** By module id. The plain profile's; other shops through {@link Registry.profiles}. */
  readonly modules: Dict<Module>;
  readonly prints: Dict<PrintTemplate>;
  /** Profile name to its flags and its own modules; `plain` is always there. */
  readonly profiles: Dict<Profile>;
  /** Shop id to profile name; a shop not listed is `plain`. */
  readonly shopProfiles: Dict<string>;
  /** Shared refusals by key, e.g. NOFUNC. */
  readonly messages: Dict<string>;
}

export interface Group {
  readonly id: number;
  readonly path: string;
  readonly title: string;
  readonly icon: string;
  readonly alwaysShow: boolean;
  readonly modules: readonly ModuleEntry[];
}

export interface ModuleEntry {
  readonly id: number;
  readonly groupId: number;
  readonly name: string;
  readonly title: string;
  /** group path + "/" + name */
  readonly path: string;
  readonly aliases: readonly string[];
  readonly icon: string;
  readonly hidden: boolean;
  readonly affix: boolean;
  readonly override: string | null;
}

export interface Profile {
  readonly name: string;
  readonly title: string;
  readonly flags: Dict<string | boolean | readonly string[]>;
  /** Every module as this profile's shops see it (patched where an overlay says so). */
  readonly modules: Dict<Module>;
}

export interface Entity {
  readonly name: string;
  readonly title: string;
  /** snake_case */
  readonly table: string;
  readonly tenancy: Tenancy;
  readonly supplierReads: boolean;
  /** The field holding the supplier's code; null where rows have none. */
  readonly supplierField: string | null;
  readonly fields: Dict<Field>;
  readonly number: { readonly field: string; readonly prefix: string } | null;
  readonly head: { readonly entity: string; readonly field: string; readonly key: string } | null;
  /** Names of the line entities whose head this is, in the order of their files. */
  readonly lines: readonly string[];
  readonly visibleTo: { readonly shop: Predicate | null; readonly supplier: Predicate | null };
  /** State field to machine. */
  readonly machines: Dict<Machine>;
  /** Action name to transition, over all machines. */
  readonly transitions: Dict<Transition>;
  /** Without the leading SHOP_ID, which every one of them gets (except on global entities). */
  readonly indexes: readonly (readonly IndexPart[])[];
  readonly unique: readonly (readonly string[])[];
  readonly uniqueEverywhere: readonly (readonly string[])[];
  readonly checks: readonly { readonly name: string; readonly require: Predicate }[];
  readonly view: View | null;
}

export interface IndexPart {
  readonly field: string;
  readonly descending: boolean;
}

export interface Field {
  readonly name: string;
  readonly title: string;
  readonly type: FieldType;
  readonly note: string;
  readonly isRequired: boolean;
  readonly length: number | null;
  readonly initial: Scalar | null;
  /** For enum and bool fields: codes with text and tone. */
  readonly values: readonly EnumValue[];
  /** For enum: whether codes are whole numbers or texts. */
  readonly codeType: "int" | "text";
  readonly ref: { readonly entity: string; readonly key: string } | null;
  readonly width: number;
  readonly format: ColumnFormat;
  /** null: stored. */
  readonly computed: Computed | null;
  /** In a view: where the value comes from. */
  readonly source: { readonly alias: string | null; readonly field: string } | null;
  readonly aggregate: "sum" | "count" | "countDistinct" | "min" | "max" | "mostFrequent" | null;
  /** The state field of a machine: written by transitions only. */
  readonly isState: boolean;
}

export interface EnumValue {
  readonly code: number | string | boolean;
  readonly text: string;
  readonly tone: Tone;
  readonly retitle: readonly { readonly when: Predicate; readonly text: string; readonly tone: Tone }[];
}

export type Computed =
  | { readonly kind: "label"; readonly of: string }
  | { readonly kind: "calc"; readonly calc: Calc }
  | { readonly kind: "cases"; readonly when: readonly { readonly if: Predicate; readonly then: Scalar }[]; readonly else: Scalar }
  | { readonly kind: "lookup"; readonly via: string; readonly entity: string; readonly key: string; readonly field: string }
  | { readonly kind: "count"; readonly of: string; readonly by: string; readonly key: string; readonly where: Predicate | null }
  | {
      readonly kind: "total";
      readonly of: string;
      readonly field: string;
      readonly by: string;
      readonly key: string;
      readonly where: Predicate | null;
    }
  | { readonly kind: "daysUntil"; readonly field: string }
  | { readonly kind: "unread" }
  | { readonly kind: "viewer"; readonly when: Predicate };

/** Computed kinds that exist only for the one who looks, after the row was read: never filtered, sorted or summed by. */
export const AFTER_READ: readonly Computed["kind"][] = ["label", "viewer"];

export interface View {
  readonly of: string;
  readonly joins: readonly {
    readonly alias: string;
    readonly entity: string;
    readonly on: readonly { readonly joined: string; readonly own: string }[];
  }[];
  readonly where: Predicate | null;
  readonly groupBy: readonly string[];
}

export interface Machine {
  readonly field: string;
  readonly initial: number | string;
  readonly final: readonly (number | string)[];
  readonly transitions: readonly string[];
}

export type ActorKind = "shop" | "supplier" | "system" | "bank";

export interface Transition {
  readonly name: string;
  readonly title: string;
  /** The state field. */
  readonly field: string;
  readonly from: readonly (number | string)[];
  /** null: the state stays. */
  readonly to: number | string | null;
  readonly by: readonly ActorKind[];
  /** null: no user acts. */
  readonly key: string | null;
  readonly needsReason: boolean;
  readonly danger: boolean;
  readonly bulk: boolean;
  readonly when: Predicate | null;
  readonly guards: readonly Guard[];
  readonly effects: readonly Effect[];
}

export interface Guard {
  readonly if: Predicate | null;
  readonly require: Predicate;
  /** The text itself: keys are resolved. */
  readonly message: string;
}

export type Effect =
  | { readonly kind: "set"; readonly set: ValueMap }
  | { readonly kind: "update"; readonly entity: string; readonly each: string | null; readonly match: ValueMap; readonly set: ValueMap }
  | {
      readonly kind: "add";
      readonly entity: string;
      readonly each: string | null;
      readonly match: ValueMap;
      readonly by: ValueMap;
      readonly orCreate: ValueMap | null;
    }
  | { readonly kind: "create"; readonly entity: string; readonly values: ValueMap; readonly keep: Dict<string> }
  | { readonly kind: "notify"; readonly side: Party; readonly title: string; readonly content: string }
  | { readonly kind: "unread"; readonly side: Party }
  | { readonly kind: "read"; readonly side: Party }
  | { readonly kind: "plan"; readonly step: number }
  | { readonly kind: "run"; readonly entity: string; readonly match: ValueMap; readonly transition: string }
  | { readonly kind: "named"; readonly name: string };

export interface Module {
  readonly id: number;
  readonly entry: ModuleEntry;
  /** The file it was said in, relative to the registry directory, for messages. */
  readonly file: string;
  readonly entity: string;
  readonly page: PageKind;
  readonly audience: readonly Audience[];
  readonly where: Predicate | null;
  /** Whose rows: the own shop's, or for a mall also those of its market's shops, to read only (rule TN6). */
  readonly reach: "shop" | "market";
  readonly titleField: string;
  readonly columns: readonly Column[];
  readonly filters: readonly Filter[];
  readonly footer: { readonly label: string; readonly sums: readonly Sum[] } | null;
  readonly defaultSort: readonly { readonly field: string; readonly order: "asc" | "desc" }[];
  /** Sort name to field. */
  readonly sortMap: Dict<string>;
  /** Field to its codes as this page shows them (entity's, with the module's own texts put over them). */
  readonly labels: Dict<readonly EnumValue[]>;
  readonly actions: readonly Action[];
  readonly sections: readonly { readonly title: string; readonly fields: readonly string[] }[];
  readonly lines: readonly Lines[];
  readonly prints: readonly { readonly template: string; readonly title: string }[];
  /** What page kind form works with; null on other pages. */
  readonly form: Form | null;
  /** What page kind tree works with; null on other pages. */
  readonly tree: { readonly key: string; readonly label: string; readonly grants: string } | null;
  /** What page kind stats works with; null on other pages. */
  readonly stats: Stats | null;
  /** Side to the fields it may read: those this module names, less what is hidden. The one source for every channel. */
  readonly readable: Readonly<Record<Audience, readonly string[]>>;
  readonly tableKey: number;
  /** Function keys that mean anything on this module: query, export, print and those of its actions. */
  readonly functions: readonly string[];
}

export interface Column {
  readonly field: string;
  readonly title: string;
  readonly format: ColumnFormat;
  readonly width: number;
  readonly align: "left" | "right" | "center";
  readonly fixed: "left" | "right" | null;
  readonly sortable: boolean;
}

export interface Filter {
  readonly field: string;
  readonly title: string;
  readonly control: FilterControl;
  readonly operator: Operator;
  readonly audience: readonly Audience[];
  readonly initial: "last31days" | "thisMonth" | "today" | null;
}

export interface Sum {
  readonly field: string;
  readonly decimals: number;
  readonly ratio: readonly [string, string] | null;
  readonly audience: readonly Audience[];
}

export interface Action {
  readonly name: string;
  readonly title: string;
  readonly functionKey: string;
  readonly audience: readonly Audience[];
  /** null: built in (create, edit, delete, …). */
  readonly transition: string | null;
  readonly needsReason: boolean;
  readonly danger: boolean;
  readonly bulk: boolean;
}

export interface Lines {
  readonly entity: string;
  readonly title: string;
  readonly columns: readonly Column[];
  readonly sums: readonly string[];
}

/** A settings page: every row is one setting; or the user's own row. */
export interface Form {
  readonly mode: "settings" | "own";
  readonly group: string | null;
  readonly label: string | null;
  readonly value: string | null;
  readonly valueType: string | null;
  readonly fallback: string | null;
  /** mode own: the fields the user may change. */
  readonly editable: readonly string[];
}

export interface Stats {
  readonly cards: readonly { readonly title: string; readonly measure: Measure; readonly where: Predicate | null; readonly tone: Tone }[];
  readonly charts: readonly {
    readonly title: string;
    readonly kind: "line" | "column" | "pie";
    readonly by: string;
    readonly measures: readonly Measure[];
  }[];
}

/** A number over the filtered rows. */
export interface Measure {
  readonly of: "count" | "sum" | "avg" | "max";
  /** null: rows are counted. */
  readonly field: string | null;
  readonly title: string;
}

export interface PrintTemplate {
  readonly key: string;
  readonly title: string;
  readonly entity: string;
  readonly paper: "P1" | "P2";
  readonly header: readonly string[];
  /** null: the rows themselves are the lines. */
  readonly lines: string | null;
  readonly columns: readonly {
    readonly field: string;
    readonly title: string;
    readonly width: number;
    readonly align: "left" | "right" | "center";
  }[];
  readonly pageSum: readonly string[];
  readonly total: readonly string[];
  readonly capitals: string | null;
  readonly summary: readonly string[];
  readonly footer: readonly string[];
  readonly signatures: readonly string[];
  readonly notes: readonly string[];
}
