/**
 * The built registry: what every reader of the JSON files works with. Made only by `buildRegistry`, deep-frozen.
 * Dictionaries have no prototype, so that a name from the wire can be looked up safely.
 * Long on purpose: this is the one page to read before reading anything that interprets the files.
 */

import type { Code } from "./code.ts";
import type { Dict } from "./dict.ts";
import type {
  ActorField,
  CheckName,
  Party,
  RawChainWait,
  RawChoose,
  RawComputed,
  RawConvert,
  RawEffect,
  RawEntity,
  RawField,
  RawSetting,
  ValueMap as RawValueMap,
  Side,
  ToneName,
} from "./generated/raw.ts";
import type { Calc, Cases, FilterControl, Operator, Predicate, Scalar, ValueMap } from "./language.ts";

export type { Dict } from "./dict.ts";
/** Who a user works for. Mall users are on side `shop` wherever only two sides are told apart. */
export type { Party, ToldParty } from "./generated/raw.ts";
/** Who a module is for. */
/** Refusals that the program itself gives. */
export type UsualMessage = "NOFUNC" | "STALE" | "USED";

export type Audience = Side;
export type Tenancy = RawEntity["tenancy"];
export type FieldType = RawField["type"];
/** What a value may decide of somebody's rights. */
export type Carried = NonNullable<RawField["carries"]>;
/** Whom a document of the chain waits for. */
export type ChainActor = RawChainWait["by"];

export interface Registry {
  /** Changes whenever any file does. */
  readonly version: string;
  readonly title: string;
  readonly groups: readonly Group[];
  /** As their files say. What a shop has of them through {@link Registry.profiles}. */
  readonly entities: Dict<Entity>;
  /** By module id: every page as its file says. What a shop has of them, and how, through {@link Registry.profiles}. */
  readonly modules: Dict<Module>;
  readonly prints: Dict<PrintTemplate>;
  /** Profile name to what its shops have; `plain` is always there. Profiles that a shop has together are one, as `strict+school`. */
  readonly profiles: Dict<Profile>;
  /** Shop id to profile name, of several: joined by +; a shop not listed is `plain`. */
  readonly shopProfiles: Dict<string>;
  /** Shared refusals by key. Those that the program itself gives are always there. */
  readonly messages: Dict<string> & Readonly<Record<UsualMessage, string>>;
  /** Function keys to what a right is called; a page's own button title goes before it. */
  readonly functions: Dict<string>;
  /** Flags of profiles to what they are called and may be. */
  readonly flags: Dict<Flag>;
  /** Duties that are kept apart, by name. Those of a shop: {@link Profile.duties}. */
  readonly duties: Dict<Duty>;
  /** What a shop sets for itself, by key (docs/decisions/109). */
  readonly settings: Dict<Setting>;
  /** What one person may do in a day, by name. Those of a shop: {@link Profile.dayLimits}. */
  readonly dayLimits: Dict<DayLimit>;
  /** Groups of users that a new shop begins with, by code (docs/decisions/106). */
  readonly userGroups: Dict<StandardGroup>;
  /** Names of the features in use (src/server/features). */
  readonly features: readonly string[];
  /** The hand-written things that the files name. */
  readonly code: Code;
  /** Entities first, then fields, codes and modules: what is stored under an old name is renamed in this order. */
  readonly former: readonly Former[];
}

/** A group of users that a new shop begins with. */
export interface StandardGroup {
  readonly title: string;
  /** Whose users it is for; own: the shop's. */
  readonly kind: "own" | "supplier" | "bidder";
  readonly hasAll: boolean;
  /** Pages with function keys; null: all that the page has for its side. */
  readonly grants: readonly { readonly pages: readonly number[]; readonly functions: readonly string[] | null }[];
}

/** In what shops differ (docs/decisions/73). */
export interface Flag {
  readonly title: string;
  readonly type: "bool" | "text" | "list";
  /** Value to what it means; empty: yes and no, or any texts. */
  readonly values: Dict<string>;
}

/** What a user does to documents of one kind. */
export interface Act {
  readonly entity: string;
  readonly transitions: readonly string[];
  readonly saves: readonly ("create" | "edit")[];
  /** Documents that count; null: all. */
  readonly where: Predicate | null;
  /** Pages on which the right to it counts; empty: all. */
  readonly pages: readonly number[];
}

/** Two functions that are not one person's (docs/decisions/99). */
export interface Duty {
  readonly title: string;
  /** Whose shops keep them apart; null: all. */
  readonly when: Predicate | null;
  /** Nobody does both on one document, or on two that are linked. */
  readonly onDocument: boolean;
  /** Nobody is given the right to both. */
  readonly onPerson: boolean;
  /** On a document only who has done the first is kept from the second. */
  readonly isOneWay: boolean;
  readonly a: Act;
  readonly b: Act;
  /** Field of the first's documents to the field of the second's that it equals; empty: it is the same document. */
  readonly link: Dict<string>;
}

/** What a shop sets for itself (docs/decisions/109): what it does, and what may stand there. */
export interface Setting {
  readonly title: string;
  readonly group: string;
  readonly scope: NonNullable<RawSetting["scope"]>;
  readonly type: RawSetting["type"];
  readonly help: string;
  /** Of a number; else empty. */
  readonly unit: string;
  /** Bounds of a number, as the file writes them. */
  readonly min: Scalar | null;
  readonly max: Scalar | null;
  /** Most characters of a text. */
  readonly length: number | null;
  /** Of an enum: code to what it means. */
  readonly values: Dict<string>;
  /** The value where a shop has set none, as text; null: there is none then. */
  readonly fallback: string | null;
  /** What it means that there is none. */
  readonly empty: string;
  /** May be set for one user or group besides, as `key.USER_ID` or `key.GroupId`. */
  readonly isPersonal: boolean;
}

/** Amounts of one person and day that are added up (docs/decisions/99). */
export interface DayLimit {
  readonly title: string;
  readonly when: Predicate | null;
  /** Key of the setting; with .GroupId or .USER_ID behind it that of a group or a user. */
  readonly setting: string;
  readonly acts: readonly { readonly entity: string; readonly transitions: readonly string[]; readonly amount: string }[];
}

export interface Group {
  readonly id: number;
  readonly path: string;
  readonly title: string;
  readonly icon: string;
  /** Of the icon: an SVG path; empty: it has none. */
  readonly drawing: string;
  readonly alwaysShow: boolean;
  readonly modules: readonly ModuleEntry[];
}

/** What files say something was called before they were edited. */
export interface Former {
  readonly kind: "entity" | "field" | "code" | "module";
  /** Of a field or a code. */
  readonly entity?: string;
  /** Of a code. */
  readonly field?: string;
  readonly name: string;
  /** The latest last. */
  readonly was: readonly string[];
}

export interface ModuleEntry {
  readonly id: number;
  readonly groupId: number;
  readonly name: string;
  readonly title: string;
  /** group path + "/" + name; of a page of another module below that one's path. */
  readonly path: string;
  /** Id of the module that the page belongs to: its rights are that one's. null: it has rights of its own. */
  readonly of: number | null;
  readonly aliases: readonly string[];
  readonly icon: string;
  readonly hidden: boolean;
  readonly affix: boolean;
  /** A red dot while the call's answer is more than 0; null: never. */
  readonly reminder: { readonly call: string; readonly audience: readonly Audience[] } | null;
}

export interface Profile {
  readonly name: string;
  readonly title: string;
  readonly flags: Dict<string | boolean | readonly string[]>;
  /** The colour of its shops (`#rrggbb`); null: the portal's. */
  readonly primary: string | null;
  /** The drawing of their logo; empty: the portal's mark. */
  readonly logo: string;
  /** The profiles it is made of, the later the more; of a single one: itself. */
  readonly of: readonly string[];
  /** The modules that this profile's shops have, as they see them (patched where an overlay says so). */
  readonly modules: Dict<Module>;
  /** The entities that its overlays patch; of all others the registry's own count (docs/decisions/76). */
  readonly entities: Dict<Entity>;
  /** The print templates that look otherwise for that, as their headings are titles of fields. */
  readonly prints: Dict<PrintTemplate>;
  /** What its shops keep apart. */
  readonly duties: Dict<Duty>;
  /** What one person may do there in a day. */
  readonly dayLimits: Dict<DayLimit>;
}

/** A transition that runs by itself once a day on the rows that fulfil a condition. */
export interface Due {
  readonly action: string;
  readonly when: Predicate;
  /** Only in shops where this switch is on; null: in every shop. */
  readonly setting: string | null;
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
  /** Of a line entity: where the lines of a new document come from. */
  readonly lineSource: LineSource | null;
  /** The field that names a row to people; null: the field that is referred to. */
  readonly label: string | null;
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
  /** Numbers of rows and sums that the database keeps. */
  readonly rollups: readonly Rollup[];
  /** Stored fields whose every value stands in the chain of events. */
  readonly sealed: readonly string[];
  readonly view: View | null;
  /** Who may write rows by a form, and what must hold then. */
  readonly save: Save;
  /** What opening a row's page does besides clearing its unread counter. */
  readonly opened: { readonly by: readonly Party[]; readonly when: Predicate | null; readonly effects: readonly Effect[] } | null;
  /** System transitions that run daily. */
  readonly due: readonly Due[];
  /** The job that makes rows for a period; null: none does. */
  readonly job: string | null;
  /** Where its documents stand in the chain of documents; null: in none. */
  readonly chain: ChainPart | null;
  /** Of a document's page, where no page says otherwise. */
  readonly sections: readonly Section[];
  /** How its rows come in many at a time; null: they do not. */
  readonly import: Import | null;
}

/** How many rows there are of each combination of values, and what they come to (docs/decisions/126). */
export interface Rollup {
  /** Stored fields with few values; SHOP_ID is there by itself. */
  readonly by: readonly string[];
  /** Numbers that the stored fields of the row decide. */
  readonly sums: readonly string[];
}

/** What a file of rows looks like, and what it may do (docs/decisions/110). */
export interface Import {
  /** Unique together within a shop: what tells a row that is there. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** Of a document: a row of the file is one of these lines. */
  readonly lines: { readonly entity: string; readonly columns: readonly string[] } | null;
  /** Entity to the fields that its rows may be told by, the first first. */
  readonly lookups: Dict<readonly string[]>;
  /** Fields that may change in a row that is there; empty: such a row is refused. */
  readonly update: readonly string[];
  /** Transitions that may be asked for on each new document, in order. */
  readonly next: readonly string[];
}

/** One kind of document of the chain that show pages tell. */
export interface ChainPart {
  /** The lower comes first. */
  readonly place: number;
  /** Rows that stand in it; null: all. */
  readonly where: Predicate | null;
  /** Not every chain gets one: a missing one is not told to be still to come. */
  readonly isOptional: boolean;
  /** Own field to the field of the other entity that it equals. */
  readonly links: readonly { readonly field: string; readonly entity: string; readonly key: string }[];
  /** How far a document is; null: nothing tells. */
  readonly state: string | null;
  readonly amount: string;
  /** Rows whose amount is added up; null: all. */
  readonly counted: Predicate | null;
  /** What is still missing of it: one money field less another. */
  readonly gap: { readonly title: string; readonly of: string; readonly less: string; readonly when: Predicate | null } | null;
  /** A day to look forward to. */
  readonly due: string | null;
  /** Who acts next: the first whose condition holds. */
  readonly waits: readonly ChainWaitRule[];
}

export interface ChainWaitRule {
  readonly when: Predicate;
  readonly for: ChainActor;
  readonly title: string;
  /** null: since its state last changed. */
  readonly since: string | null;
}

/** Lines proposed once the head's ref field `via` is chosen: own field to field of the other document's line. */
export interface LineSource {
  readonly via: string;
  readonly lines: string;
  readonly copy: Dict<string>;
}

/** null: nobody may. */
export interface Save {
  readonly create: SaveRule | null;
  readonly edit: SaveRule | null;
  readonly delete: SaveRule | null;
  readonly rules: readonly Rule[];
  readonly visitor: VisitorRule | null;
}

/** What a visitor who is not signed in may hand in. */
export interface VisitorRule {
  readonly sections: readonly { readonly title: string; readonly fields: readonly VisitorField[] }[];
  readonly required: readonly string[];
  /** Over stored and computed fields, told beside the field; asked by the server alone. */
  readonly rules: readonly Rule[];
  readonly guards: readonly Guard[];
  readonly effects: readonly Effect[];
}

/** A field, with what a visitor reads in place of its own title and note; null: these. */
export interface VisitorField {
  readonly field: string;
  readonly title: string | null;
  readonly note: string | null;
}

export interface SaveRule {
  readonly by: readonly Party[];
  /** Rows it is offered on; of create: null. */
  readonly when: Predicate | null;
  readonly guards: readonly Guard[];
  readonly effects: readonly Effect[];
}

/** A condition over the fields of a form, told beside `field`. */
export interface Rule {
  /** Where it counts; null: everywhere. */
  readonly when: Predicate | null;
  readonly require: Predicate;
  readonly message: string;
  readonly field: string;
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
  /** An edit that shows it to one more side waits until it is confirmed. */
  readonly isSensitive: boolean;
  /** What the value decides of somebody's rights (docs/decisions/81); null: nothing. */
  readonly carries: Carried | null;
  /** Rows are told by it: its unique keys see through case, width and look-alike characters (docs/decisions/83). */
  readonly isIdentity: boolean;
  readonly isRequired: boolean;
  readonly length: number | null;
  readonly minLength: number | null;
  readonly initial: Scalar | null;
  /** A new row's value that depends on the day or on who saves. */
  readonly opening:
    | { readonly today: number }
    | { readonly todayPlus: string }
    | { readonly now: true }
    | { readonly actor: ActorField }
    | null;
  /** The value of the setting whose key stands in this field; null: it is none. */
  readonly setting: string | null;
  /** Never written by a form: the key, the shop, the version, states, numbers and what the file says so. */
  readonly isReadonly: boolean;
  /** Given when the row is new, not changed afterwards. */
  readonly isFixed: boolean;
  /** Bounds of a number, as the file writes them. */
  readonly min: Scalar | null;
  readonly max: Scalar | null;
  readonly check: CheckName | null;
  readonly input: "place" | "known" | "functions" | "scopes" | null;
  /** Stored, and written anew by each saving. */
  readonly derived: Derived | null;
  /** Proposed by a form. */
  readonly prefill: Copy | null;
  /** Proposed by a form once a picture was uploaded. */
  readonly readFrom: ReadFrom | null;
  /** For enum and bool fields: codes with text and tone. */
  readonly values: readonly EnumValue[];
  /** For enum: whether codes are whole numbers or texts. */
  readonly codeType: "int" | "text";
  readonly ref: {
    readonly entity: string;
    readonly key: string;
    /** Rows that may be chosen. */
    readonly choices: Predicate | null;
    /** Field of the rows to choose from to the own field it must equal, where that is filled. */
    readonly narrow: Dict<string>;
    /** What is said beside each row before one is chosen, and the own fields that it depends on besides. */
    readonly offer: { readonly named: string; readonly by: readonly string[] } | null;
  } | null;
  readonly width: number;
  readonly format: DrawnFormat;
  /** null: stored. */
  readonly computed: Computed | null;
  readonly aggregate: "sum" | "count" | "countDistinct" | "min" | "max" | "mostFrequent" | null;
  /** In a view: a value over the rows around this one. */
  readonly window: Window | null;
  /** The state field of a machine: written by transitions only. */
  readonly isState: boolean;
  /** How its stored values are made where it was declared otherwise before. */
  readonly convert: Convert | null;
}

/** What becomes of decimals that do not fit; exact: they stand in the way. */
export type Rounding = NonNullable<RawConvert["rounding"]>;

/** How stored values of another form become those of a field (docs/decisions/69). */
export interface Convert {
  readonly from: RawConvert["from"];
  readonly rounding: Rounding;
  /** Texts that are too long lose their end; false: they stand in the way. */
  readonly cut: boolean;
  /** Old value as text to what takes its place; null: empty. */
  readonly map: Dict<Scalar | null>;
}

export interface EnumValue {
  readonly code: number | string | boolean;
  readonly text: string;
  /** What screens say: the text, where no other code has the same. */
  readonly shown: string;
  readonly tone: ToneName;
  readonly retitle: readonly { readonly when: Predicate; readonly text: string; readonly shown: string; readonly tone: ToneName }[];
}

/** The ways to compute a field. */
export type ComputedKind = keyof RawComputed;

/** How a field is computed: the kind, and what the file says to it under its name, as `{ kind: "label", label: "Statu" }`. */
export type Computed = { [K in ComputedKind]-?: ComputedBy<K> }[ComputedKind];
export type ComputedBy<K extends ComputedKind> = { readonly kind: K } & {
  readonly [P in K]-?: P extends keyof Made ? Made[P] : WordsOf<NonNullable<RawComputed[P]>>;
};

/** What the program works with otherwise than the files say it. */
interface Made {
  readonly copy: Copy;
  readonly cases: Cases;
  readonly count: Related;
  readonly total: Related & { readonly field: string };
}

/** The rows of another entity whose field `by` equals the row's field `key`. */
export interface Related {
  readonly of: string;
  readonly by: string;
  readonly key: string;
  readonly where: Predicate | null;
}

/** What a file says, with the recursive words of the language as src/shared/registry/language.ts has them. */
type WordsOf<T> = T extends readonly (infer One)[]
  ? readonly WordsOf<One>[]
  : T extends object
    ? "ratio" extends keyof T
      ? Calc
      : "not" extends keyof T
        ? Predicate
        : { readonly [P in keyof T]: WordsOf<T[P]> }
    : T;

/** What of a tax invoice's QR code: `kind` is 1 to 4 as the enum InvoiceType; a code tells `net`, without tax, or `total`, with it. */
export const PICTURE_PARTS = ["kind", "code", "number", "date", "net", "total"] as const;
export type PicturePart = (typeof PICTURE_PARTS)[number];

/** What of a place. */
export const PLACE_PARTS = ["province", "country"] as const;
export type PlacePart = (typeof PLACE_PARTS)[number];

/** What is read on the pictures of the images field `via`. */
export interface ReadFrom {
  readonly via: string;
  readonly part: PicturePart;
}

/** A field of the row that a ref field points to. */
export interface Copy {
  readonly via: string;
  readonly field: string;
}

export type Derived =
  | ({ readonly kind: "copy" } & Copy)
  | { readonly kind: "calc"; readonly calc: Calc }
  | { readonly kind: "cases"; readonly cases: Cases }
  | { readonly kind: "total"; readonly of: string; readonly field: string; readonly where: Predicate | null }
  | { readonly kind: "origin"; readonly of: string; readonly part: PlacePart };

export interface View {
  /** One, or those of a union, one below the other. */
  readonly parts: readonly ViewPart[];
  readonly groupBy: readonly string[];
}

/** Rows of one entity, as rows of a view. */
export interface ViewPart {
  readonly of: string;
  readonly joins: readonly {
    readonly alias: string;
    readonly entity: string;
    readonly on: readonly { readonly joined: string; readonly own: string }[];
  }[];
  readonly where: Predicate | null;
  /** Field of the view to where it comes from; a field that another part names and this one does not is empty here. */
  readonly sources: Dict<ViewSource>;
}

export type ViewSource =
  | { readonly kind: "field"; readonly alias: string | null; readonly field: string }
  | { readonly kind: "value"; readonly value: Scalar }
  | { readonly kind: "calc"; readonly calc: Calc };

/** Over the rows that the viewer may see and that are equal in `by`, whatever a page filters. */
export interface Window {
  readonly of: "sum" | "min" | "max" | "avg" | "count" | "rank";
  /** null: of count and rank. */
  readonly field: string | null;
  readonly by: readonly string[];
  /** Only of sum, which then runs up to the row, and of rank. */
  readonly order: readonly IndexPart[];
}

export type StateCode = number | string | boolean;

export interface Machine {
  readonly field: string;
  readonly initial: StateCode;
  readonly final: readonly StateCode[];
  readonly transitions: readonly string[];
}

export type ActorKind = "shop" | "supplier" | "system" | "bank";

export interface Transition {
  readonly name: string;
  readonly title: string;
  /** The state field. */
  readonly field: string;
  readonly from: readonly StateCode[];
  /** null: the state stays. */
  readonly to: StateCode | null;
  readonly by: readonly ActorKind[];
  /** null: no user acts. */
  readonly key: string | null;
  readonly needsReason: boolean;
  /** What the reason is called, e.g. 回复内容. */
  readonly reasonTitle: string;
  /** Lines the user ticks first. */
  readonly ticks: Ticks | null;
  /** The inquiry that is made before the transaction; null: none. */
  readonly asks: string | null;
  /** What the user reads before he confirms. */
  readonly preview: Preview | null;
  readonly danger: boolean;
  readonly bulk: boolean;
  readonly when: Predicate | null;
  readonly guards: readonly Guard[];
  readonly effects: readonly Effect[];
}

/** The rows of a transition with what would become of each, before anything is done. */
export interface Preview {
  readonly columns: readonly Column[];
  readonly totals: readonly PreviewTotal[];
  /** What is chosen in it; null: nothing. */
  readonly choose: RawChoose | null;
}

export interface PreviewTotal {
  readonly title: string;
  readonly field: string;
  /** Of the values above zero, or of those below it; null: of all. */
  readonly of: "above" | "below" | null;
  readonly hasCapitals: boolean;
}

/** The flag is set on the ticked lines of the row and cleared on its others. */
export interface Ticks {
  readonly entity: string;
  readonly field: string;
  readonly least: number;
}

export interface Guard {
  /** Where it counts; null: everywhere. */
  readonly when: Predicate | null;
  readonly require: Predicate;
  /** The text itself: keys are resolved. */
  readonly message: string;
  /** Also the answer, where `when` holds, for a row in a state that the transition does not leave. */
  readonly isElsewhere: boolean;
}

/**
 * One effect as the file says it, with its kind: `{ "update": { "entity": … } }` is `{ kind: "update", entity: … }`, and what is no
 * object of parts stands under its kind, as `{ kind: "read", read: "shop" }`. A part that is left out may also be null.
 */
export type Effect = { [K in keyof RawEffect]-?: { readonly kind: K } & SaidOf<K, NonNullable<RawEffect[K]>> }[keyof RawEffect];

type SaidOf<K extends string, T> = [T] extends [string | number | RawValueMap]
  ? { readonly [P in K]: PartOf<T> }
  : { readonly [P in keyof T]: PartOf<NonNullable<T[P]>> | (undefined extends T[P] ? null : never) };

type PartOf<T> = [RawValueMap] extends [T] ? ValueMap : T;

/** list: table and detail; form: settings or the own record; tree: groups with their rights; rights: what users or groups may and why; stats: cards, charts, table; override: hand-written. */
export type KindOfPage = "list" | "form" | "tree" | "rights" | "stats" | "override";

/** How a value is drawn. */
export type DrawnFormat =
  | "text"
  | "integer"
  | "money"
  | "price"
  | "quantity"
  | "rate"
  | "date"
  | "datetime"
  | "status"
  | "flag"
  | "images"
  | "file"
  | "printed"
  | "unread"
  | "capitals";

export interface Module {
  readonly id: number;
  readonly entry: ModuleEntry;
  /** The file it was said in, relative to the registry directory, for messages. */
  readonly file: string;
  readonly entity: string;
  readonly page: KindOfPage;
  /** Key of the hand-written page; null: it is none. */
  readonly override: string | null;
  readonly audience: readonly Audience[];
  /** What the page is for, in a short paragraph; null: nobody wrote it down. */
  readonly help: string | null;
  /** Which profiles' shops have it: a condition over flags; null: all. */
  readonly when: Predicate | null;
  readonly where: Predicate | null;
  /** Whose rows: the own shop's, or for a mall also those of its market's shops, to read only (docs/decisions/14). */
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
  readonly sections: readonly Section[];
  readonly lines: readonly Lines[];
  /** Tables of the detail page with documents of other pages. */
  readonly tables: readonly Table[];
  /** Columns that are always in view, in this order. */
  readonly pinned: readonly string[];
  /** What a card shows besides them. */
  readonly card: readonly string[];
  /** Values every new row of this page has, from its fixed condition. */
  readonly fixedValues: Dict<Scalar>;
  readonly prints: readonly { readonly template: string; readonly title: string }[];
  /** What page kind form works with; null on other pages. */
  readonly form: Form | null;
  /** What page kind tree works with; null on other pages. */
  readonly tree: { readonly key: string; readonly label: string; readonly grants: string } | null;
  /** What page kind stats works with; null on other pages. */
  readonly stats: Stats | null;
  /** What waits for somebody here. */
  readonly todos: readonly Todo[];
  /** What the home page tells of the rows; null: nothing. */
  readonly news: News | null;
  /** Side to the fields its forms write, where they are not all. */
  readonly writes: Readonly<Partial<Record<Audience, readonly string[]>>>;
  /** What a new shop has yet to do here, until the page, or the one that `counts` names, lists `rows`; null: nothing. */
  readonly begin: { readonly title: string; readonly rank: number; readonly rows: number; readonly counts: number | null } | null;
  /** Side to the fields it may read: those this module names, less what is hidden. The one source for every channel. */
  readonly readable: Readonly<Record<Audience, readonly string[]>>;
  /** Side to the fields that this module and its entity hide from it: also no line shows them. */
  readonly hidden: Readonly<Record<Audience, readonly string[]>>;
  readonly tableKey: number;
  /** Function keys that mean anything on this module: query, export, print and those of its actions. */
  readonly functions: readonly string[];
  /** Of function keys that no button stands for: the sides that may use them. Those that are not here are everybody's. */
  readonly functionSides: Dict<readonly Party[]>;
}

export interface Section {
  readonly title: string;
  readonly fields: readonly string[];
}

export interface Column {
  readonly field: string;
  readonly title: string;
  readonly format: DrawnFormat;
  readonly width: number;
  readonly align: "left" | "right" | "center";
  readonly fixed: "left" | "right" | null;
  readonly sortable: boolean;
  /** Comes with the rows, but no table shows it. */
  readonly isCarried: boolean;
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
  /** null: built in (create, edit, delete, …) or a way to another page. */
  readonly transition: string | null;
  /** A way to another page. */
  readonly open: Open | null;
  /** Runs on every row of the page that allows it; no row is ticked. */
  readonly all: boolean;
  readonly needsReason: boolean;
  readonly danger: boolean;
  readonly bulk: boolean;
}

/** Another page, with values of the row at hand. */
export interface Open {
  readonly module: number;
  readonly page: "create" | "list";
  /** Field there to field here. */
  readonly with: Dict<string>;
  /** Rows it is offered on. */
  readonly when: Predicate | null;
}

export interface Lines {
  readonly entity: string;
  readonly title: string;
  readonly columns: readonly Column[];
  readonly sums: readonly string[];
}

/** Documents of another page that name this one by `key` in their `field`. */
export interface Table {
  readonly module: number;
  readonly field: string;
  readonly key: string;
  /** The page of an earlier table: what names a document of that table belongs here, too. null: only what names this document. */
  readonly through: number | null;
  readonly columns: readonly string[];
}

/** A settings page: every row is one setting; or the user's own row. */
export interface Form {
  readonly mode: "settings" | "own";
  /** mode settings: the field with the value. */
  readonly value: string | null;
  /** mode own: the fields the user may change. */
  readonly editable: readonly string[];
}

export interface Stats {
  readonly cards: readonly {
    readonly title: string;
    readonly measure: Measure;
    readonly where: Predicate | null;
    readonly tone: ToneName;
  }[];
  readonly charts: readonly {
    readonly title: string;
    readonly kind: "line" | "column" | "pie";
    readonly by: string;
    readonly measures: readonly Measure[];
    /** The rows that the home page's chart draws; null: it stands on its board alone. */
    readonly home: readonly TodoFilter[] | null;
  }[];
}

/** A number over the filtered rows. */
export interface Measure {
  readonly of: "count" | "sum" | "avg" | "max";
  /** null: rows are counted. */
  readonly field: string | null;
  readonly title: string;
}

/** Rows that wait for somebody: a number on the home page, and the list filtered to just them. */
export interface Todo {
  readonly title: string;
  /** Only who may run this action of the page sees it; null: whoever has the page. */
  readonly action: string | null;
  readonly audience: readonly Audience[];
  /** Looks at flags and the user alone. */
  readonly when: Predicate | null;
  readonly filters: readonly TodoFilter[];
  readonly tone: ToneName;
  /** Among equally pressing ones the lower comes first. */
  readonly rank: number;
  /** Comm/GetNoFinishBalance answers it, too. */
  readonly isUnfinished: boolean;
}

/** A comparison as a list's filter makes it, but for days that are counted from today. */
export interface TodoFilter {
  readonly field: string;
  readonly operator: Operator;
  /** null: of the operators without a value. */
  readonly value: TodoValue | readonly TodoValue[] | null;
}

export type TodoValue = Scalar | { readonly today: number };

/** Rows told in a panel of the home page, the pinned and the latest first. */
export interface News {
  readonly key: string;
  readonly title: string;
  /** Said where there is none. */
  readonly empty: string;
  /** Which rows come first: those that are pinned, the latest. */
  readonly sort: readonly IndexPart[];
  /** Sides that see the panel. */
  readonly audience: readonly Audience[];
  /** Of the order: when a row was sent, or is due. */
  readonly time: string;
  /** Of the order: whether a row stays on top; null: none does. */
  readonly pinned: string | null;
  /** Whether the viewer has read it; null: rows are not marked as read. */
  readonly read: string | null;
  /** A word or an amount beside the title. */
  readonly help: string | null;
  /** A file field whose pictures are banners. */
  readonly picture: string | null;
  readonly where: Predicate | null;
}

export interface PrintTemplate {
  readonly key: string;
  readonly title: string;
  /** Other titles; the first whose condition holds wins. */
  readonly titles: readonly { readonly when: Predicate; readonly title: string }[];
  readonly entity: string;
  readonly paper: "P1" | "P2";
  readonly header: readonly string[];
  /** Field of the head in the barcode of every sheet; null: none. */
  readonly barcode: string | null;
  /** null: the rows themselves are the lines. */
  readonly lines: string | null;
  /** The ref field of the head that points to the document of the lines; null: they are the head's own. */
  readonly via: string | null;
  /** Which of the lines; null: all. */
  readonly where: Predicate | null;
  /** Lines that stand together with a subtotal, or as one line. */
  readonly group: { readonly by: string; readonly sums: readonly string[]; readonly collapse: boolean } | null;
  readonly columns: readonly {
    readonly field: string;
    readonly title: string;
    readonly width: number;
    readonly align: "left" | "right" | "center";
  }[];
  /** Columns with a sum of each sheet, and of the whole. */
  readonly sums: readonly string[];
  /** Money fields of the head; the first that holds a value other than zero is printed in capitals. */
  readonly capitals: readonly string[];
  readonly summary: readonly string[];
  readonly footer: readonly string[];
  readonly signatures: readonly string[];
  readonly notes: readonly string[];
  /** A word across the sheets. */
  readonly stamp: { readonly when: Predicate; readonly text: string } | null;
}
