// Generated from schemas/meta by `npm run generate:types`. Do not edit: change the schemas and run it again.

/**
 * Name of an entity: the `name` of a file in schemas/entities.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "EntityName".
 */
export type EntityName = string;
/**
 * A short Chinese paragraph. Shown to whoever has the page, so it names nothing that a side does not see.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "Help".
 */
export type Help = string;
/**
 * A field of the entity at hand, spelled exactly as on the wire, e.g. Bala_sum.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "FieldName".
 */
export type FieldName = string;
/**
 * Value of a new row: a plain value, or one of today, todayPlus, now and actor.
 */
export type InitialValue =
  | string
  | number
  | boolean
  | {
      /**
       * Today plus n days.
       */
      today?: number;
      todayPlus?: SettingKey;
      /**
       * The time at which it is written.
       */
      now?: true;
      actor?: ActorField;
    };
/**
 * A setting: a key of `settings` in schemas/shared.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "SettingKey".
 */
export type SettingKey = string;
/**
 * A property of who acts: user id, name, shop, supplier code, side (shop or supplier) and whether the user belongs to the confirming party.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "ActorField".
 */
export type ActorField = "USER_ID" | "UsrName" | "SHOP_ID" | "PROV_ID" | "side" | "isconfirm";
/**
 * A check of a text, one of schemas/shared.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "CheckName".
 */
export type CheckName = string;
/**
 * A field and, after a dot, what of it: of a ref field (or the head field of a line) a field of the row it points to, e.g. provid.contact; of a picture of a tax invoice kind, code, number, date, net or total (a QR code tells one of the two); of a place province or country.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "Path".
 */
export type Path = string;
/**
 * A field name, a whole number or a nested calculation.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawCalcOperand".
 */
export type RawCalcOperand =
  | string
  | number
  | {
      /**
       * Sum of the operands.
       *
       * @minItems 2
       */
      add?: [RawCalcOperand, RawCalcOperand, ...RawCalcOperand[]];
      /**
       * First minus second.
       *
       * @minItems 2
       * @maxItems 2
       */
      sub?: [RawCalcOperand, RawCalcOperand];
      /**
       * Product, rounded half up to the field's scale.
       *
       * @minItems 2
       * @maxItems 2
       */
      mul?: [RawCalcOperand, RawCalcOperand];
      /**
       * First divided by second.
       *
       * @minItems 2
       * @maxItems 2
       */
      ratio?: [RawCalcOperand, RawCalcOperand];
    };
/**
 * Cases, tried in order: the value of the first that holds. The last has no condition.
 *
 * @minItems 2
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawCases".
 *
 * Items: One case.
 */
export type RawCases = [
  {
    when?: Predicate;
    value: Scalar;
  },
  {
    when?: Predicate;
    value: Scalar;
  },
  ...{
    when?: Predicate;
    value: Scalar;
  }[]
];
/**
 * [field, operand]
 *
 * @minItems 2
 * @maxItems 2
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "Comparison".
 */
export type Comparison = [FieldName, Operand];
/**
 * Right side of a comparison: a plain value, {"field": …} of the same row, {"today": n} (today plus n days), or {"actor": …} of the signed-in user.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "Operand".
 */
export type Operand =
  | string
  | number
  | boolean
  | {
      field?: FieldName;
      /**
       * Days added to today's date (Asia/Shanghai).
       */
      today?: number;
      actor?: ActorField;
    };
/**
 * [field, [values]]
 *
 * @minItems 2
 * @maxItems 2
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "Membership".
 */
export type Membership = [FieldName, [Scalar, ...Scalar[]]];
/**
 * A plain value: text, number or true/false. Money, quantities and rates may be written as decimal text.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "Scalar".
 */
export type Scalar = string | number | boolean;
/**
 * A right on a module: a function key of schemas/shared (docs/decisions/15).
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "FunctionKey".
 */
export type FunctionKey = string;
/**
 * Codes with their Chinese text, in the order offered.
 *
 * @minItems 1
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawEnumValues".
 */
export type RawEnumValues = [RawEnumValue, ...RawEnumValue[]];
/**
 * How a status is coloured: plain grey text, muted, info blue, success green, warning orange, error red.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "ToneName".
 */
export type ToneName = "plain" | "muted" | "info" | "success" | "warning" | "error";
/**
 * How a value is drawn and asked for, where the type alone does not tell: as a value of another type is, or printed (print count), unread (task counter), file (document with viewer), capitals (money in Chinese capitals), place (a place name, looked up in the geography), known (a text; what the shop has written there before stands beside it), functions (functions on pages that somebody holds, ticked), scopes (what a program may do on pages by a key, ticked).
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "FormatName".
 */
export type FormatName =
  | "text"
  | "int"
  | "money"
  | "price"
  | "quantity"
  | "rate"
  | "date"
  | "datetime"
  | "enum"
  | "bool"
  | "images"
  | "file"
  | "printed"
  | "unread"
  | "capitals"
  | "place"
  | "known"
  | "functions"
  | "scopes";
/**
 * Groups of label-value pairs.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawSections".
 */
export type RawSections = RawSection[];
/**
 * Tables of line entities.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawTables".
 */
export type RawTables = RawLines[];
/**
 * Fields this side never gets.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawHidden".
 */
export type RawHidden = FieldName[];
/**
 * One of the two sides of a document.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "Party".
 */
export type Party = "shop" | "supplier";
/**
 * A value that is written: a plain one, or where it comes from.
 */
export type WrittenValue =
  | string
  | number
  | boolean
  | {
      field?: FieldName;
      line?: FieldName;
      actor?: ActorField;
      /**
       * The time at which it is written.
       */
      now?: true;
      /**
       * Today plus n days.
       */
      today?: number;
      /**
       * The old value plus this number.
       */
      plus?: number;
      minus?: FieldName;
      /**
       * The next bill number with this prefix, e.g. PZ202511210001.
       */
      number?: string;
      /**
       * What the user gave as the transition's reason.
       */
      reason?: true;
    }
  | null;
/**
 * Who is told of a change: one of the two sides, or the other one than it came from (of what the system does, the supplier).
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "ToldParty".
 */
export type ToldParty = "shop" | "supplier" | "other";
/**
 * Where a field comes from.
 */
export type RawUnionSource =
  | string
  | {
      value?: Scalar;
      calc?: RawCalc;
    };
/**
 * Who a user works for. shop: retailer or mall (PROV_ID empty); mall: mall users only; supplier: PROV_ID set.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "Side".
 */
export type Side = "shop" | "mall" | "supplier";
/**
 * A field name, or an object where more is to be said. By type: texts contain, choices are one of, dates are between.
 */
export type RawFilter =
  | string
  | {
      field: FieldName;
      /**
       * Sides that get it; left out: all.
       *
       * @minItems 1
       */
      audience?: [Side, ...Side[]];
      /**
       * Ready value of a freshly opened page.
       */
      default?: "last31days" | "thisMonth" | "today";
    };
/**
 * A field in a list of fields: its name, or an object where more is to be said.
 */
export type RawSum =
  | string
  | {
      field: FieldName;
      format?: FormatName;
      /**
       * Sides that get it; left out: all.
       *
       * @minItems 1
       */
      audience?: [Side, ...Side[]];
      /**
       * Instead of a sum: the sum of the first field divided by the sum of the second.
       *
       * @minItems 2
       * @maxItems 2
       */
      ratio?: [FieldName, FieldName];
    };
/**
 * One button.
 */
export type RawAction =
  | string
  | {
      /**
       * Name of a transition of the entity; or create, edit, delete, import, grant, restore, generate (built in); or, with `open`, a name of its own.
       */
      action: string;
      /**
       * Text of the button, where the transition's own does not fit.
       */
      title?: string;
      /**
       * Sides that get the button; left out: whoever the transition allows.
       *
       * @minItems 1
       */
      audience?: [Side, ...Side[]];
      /**
       * Needs no ticked rows: runs on every row of the page that allows it.
       */
      all?: boolean;
      open?: RawOpen;
      key?: FunctionKey;
      when?: Predicate;
    };
/**
 * Key of a template, or an object with another title.
 */
export type RawPrintUse =
  | string
  | {
      /**
       * Key of a file in schemas/prints.
       */
      key: string;
      /**
       * Title on this module's sheets.
       */
      title?: string;
    };
/**
 * Where a written value comes from: a plain value, or an object with exactly one key.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "ValueSource".
 */
export type ValueSource =
  | string
  | number
  | boolean
  | {
      field?: FieldName;
      line?: FieldName;
      actor?: ActorField;
      /**
       * The time at which it is written.
       */
      now?: true;
      /**
       * Today plus n days.
       */
      today?: number;
      todayPlus?: SettingKey;
      /**
       * The old value plus this number.
       */
      plus?: number;
      minus?: FieldName;
      /**
       * The next bill number with this prefix, e.g. PZ202511210001.
       */
      number?: string;
      /**
       * What the user gave as the transition's reason.
       */
      reason?: true;
    }
  | null;
/**
 * A field in a list of fields: its name, or an object where more is to be said.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawColumn".
 */
export type RawColumn =
  | string
  | {
      field: FieldName;
      /**
       * What it is called here, where the field's own title does not fit.
       */
      title?: string;
      /**
       * Help beside the field; left out: the field's own.
       */
      help?: string;
      /**
       * px
       */
      width?: number;
      format?: FormatName;
      /**
       * Stays in sight when the table scrolls sideways.
       */
      fixed?: boolean;
      /**
       * May be sorted by, besides the sort map.
       */
      sortable?: boolean;
      /**
       * Comes with every row, for calls and buttons; the table does not show it.
       */
      carried?: boolean;
      /**
       * Sides that get it; left out: all.
       *
       * @minItems 1
       */
      audience?: [Side, ...Side[]];
      /**
       * Ready value of a freshly opened page.
       */
      default?: "last31days" | "thisMonth" | "today";
      /**
       * Instead of a sum: the sum of the first field divided by the sum of the second.
       *
       * @minItems 2
       * @maxItems 2
       */
      ratio?: [FieldName, FieldName];
      /**
       * Sums the values above zero, or those below it, which are then told without their sign; left out: all.
       */
      of?: "above" | "below";
    };
/**
 * Where a field comes from.
 */
export type RawUnionSource1 =
  | string
  | {
      value?: Scalar;
      calc?: RawCalc;
    };
/**
 * Where a field comes from.
 */
export type RawUnionSource2 =
  | string
  | {
      value?: Scalar;
      calc?: RawCalc;
    };

/**
 * Every kind of file of the registry.
 */
export interface RawFiles {
  RawEntity: RawEntity;
  RawModule: RawModule;
  RawOverlay: RawOverlay;
  RawPrint: RawPrint;
  RawRegistry: RawRegistry;
  RawShared: RawShared;
}
/**
 * What a thing is: its fields, who owns its rows, its lines, and how its states change. How it is shown is said in modules.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawEntity".
 */
export interface RawEntity {
  /**
   * This file's JSON Schema, for editors.
   */
  $schema?: string;
  allow?: RawAllow;
  name: EntityName;
  /**
   * The names it had before, one after the other: its rows, and what else is stored of it, come along.
   *
   * @minItems 1
   */
  was?: [string, ...string[]];
  /**
   * Chinese name of one such thing.
   */
  title: string;
  help?: Help;
  /**
   * Who reaches its rows (docs/decisions/13). global: everyone signed in; shop: users of the row's SHOP_ID; shop+supplier: besides, suppliers only rows with their own provid; head: as the head document of a line.
   */
  tenancy: "global" | "shop" | "shop+supplier" | "head";
  /**
   * For tenancy shop: suppliers of the shop may read its rows where a module allows it.
   */
  supplierReads?: boolean;
  /**
   * Field groups of schemas/shared that come first.
   */
  like?: string[];
  label?: FieldName;
  fields: RawFields;
  number?: RawNumber;
  head?: RawHead;
  source?: RawLineSource;
  visibleTo?: RawVisibleTo;
  sections?: RawSections;
  lines?: RawTables;
  hide?: RawHide;
  save?: RawSave;
  opened?: RawOpened;
  /**
   * State field to its machine. The field is written by these transitions only.
   */
  states?: {
    [k: string]: RawMachine;
  };
  /**
   * Rows of it are made for a period by a hand-written job, one file of src/server/features. Pages start it by the built-in action generate.
   */
  job?: string;
  chain?: RawChain;
  /**
   * System transitions that run by themselves once a day for the rows that fulfil a condition, e.g. orders past their date.
   */
  due?: RawDue[];
  /**
   * Further indexes; SHOP_ID is put first by itself. A leading - sorts descending.
   */
  indexes?: [string, ...string[]][];
  /**
   * Field combinations that are unique within a shop.
   */
  unique?: [FieldName, ...FieldName[]][];
  import?: RawImport;
  /**
   * Numbers of rows and sums that the database keeps by the values of a few fields, exact in the transaction that writes a row. Lists, their groups, charts and to-dos that ask no other fields and sum no others are told from them, however many rows there are. For documents that become ever more.
   *
   * @minItems 1
   * @maxItems 4
   */
  rollups?:
    | [RawRollup]
    | [RawRollup, RawRollup]
    | [RawRollup, RawRollup, RawRollup]
    | [RawRollup, RawRollup, RawRollup, RawRollup];
  /**
   * Fields whose every value stands in the chain of events: npm run verify:audit names the row and the field that was changed past the program. For what money depends on: amounts, accounts, decisions.
   *
   * @minItems 1
   */
  sealed?: [FieldName, ...FieldName[]];
  /**
   * Field combinations that are unique over all shops, e.g. a sign-in name.
   */
  uniqueEverywhere?: [FieldName, ...FieldName[]][];
  /**
   * Conditions every row must fulfil, kept by the database.
   */
  checks?: RawCheck[];
  view?: RawView;
}
/**
 * Warnings that are meant here or below: a rule of docs/rules.md to the reason.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawAllow".
 */
export interface RawAllow {
  [k: string]: string;
}
/**
 * Field name (as on the wire) to field.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawFields".
 */
export interface RawFields {
  [k: string]: RawField;
}
/**
 * One field.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawField".
 */
export interface RawField {
  /**
   * Chinese title.
   */
  title: string;
  /**
   * id: row key. money: yuan with 2 decimals, kept as 分. price: yuan for one unit with up to 4 decimals. quantity: 3 decimals. rate: 6 decimals, 0.13 is 13 %. ref: code of a row of another entity. images: comma-separated urls. The others as named.
   */
  type:
    | "id"
    | "string"
    | "text"
    | "int"
    | "bool"
    | "date"
    | "datetime"
    | "money"
    | "price"
    | "quantity"
    | "rate"
    | "enum"
    | "ref"
    | "url"
    | "images";
  /**
   * Help shown beside the field.
   */
  help?: string;
  allow?: RawAllow;
  /**
   * What it was called before, one after the other: its values, and what else is stored of it, come along.
   *
   * @minItems 1
   */
  was?: [string, ...string[]];
  convert?: RawConvert;
  /**
   * An account, a cost, a margin, a tax number: an edit that shows it to one more side waits until it is confirmed.
   */
  sensitive?: boolean;
  /**
   * What the value decides of somebody's rights. Nobody gives by it, or takes, what he does not hold himself; sign-in reads rights of these fields and of no others.
   */
  carries?:
    | "account"
    | "group"
    | "kind"
    | "supplier"
    | "confirm"
    | "switch"
    | "password"
    | "everything"
    | "module"
    | "functions"
    | "nothing";
  /**
   * May not be empty when saved.
   */
  required?: boolean;
  /**
   * Longest text, in characters; or shortest, where there is one, and longest.
   *
   * @minItems 2
   * @maxItems 2
   */
  length?: number | [number, number];
  default?: InitialValue;
  setting?: FieldName;
  /**
   * Written by transitions and the system, never by a form.
   */
  readonly?: boolean;
  /**
   * May be given when the row is new, not changed afterwards.
   */
  fixed?: boolean;
  /**
   * Least value of a number, as decimal text or number.
   */
  min?: string | number;
  /**
   * Greatest value of a number.
   */
  max?: string | number;
  check?: CheckName;
  /**
   * A number or code that people tell rows by: in its unique keys, what differs in case, width or look-alike characters only is the same.
   */
  identity?: boolean;
  derived?: RawDerived;
  prefill?: Path;
  values?: RawEnumValues;
  /**
   * For type enum: name of a list in schemas/shared, instead of values.
   */
  enum?: string;
  to?: EntityName;
  key?: FieldName;
  where?: Predicate;
  /**
   * For type ref: field of the rows to choose from to the field of this row it must equal, where that is filled.
   */
  on?: {
    [k: string]: FieldName;
  };
  offer?: RawOffer;
  /**
   * Usual column width in px; each type has its own otherwise.
   */
  width?: number;
  format?: FormatName;
  computed?: RawComputed;
  /**
   * In a view: `field` of `of`, or `alias.field` of a joined entity.
   */
  from?: string;
  /**
   * In a grouped view: how rows become one value.
   */
  of?: "sum" | "count" | "countDistinct" | "min" | "max" | "mostFrequent";
  window?: RawWindow;
}
/**
 * How the stored values are made where the field had another type, other codes or a greater length before. It is done once, when the files are applied; npm run plan tells rows, roundings and sums first.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawConvert".
 */
export interface RawConvert {
  /**
   * The type that the values were stored as.
   */
  from:
    | "string"
    | "text"
    | "int"
    | "bool"
    | "date"
    | "datetime"
    | "money"
    | "price"
    | "quantity"
    | "rate"
    | "enum"
    | "ref"
    | "url"
    | "images";
  /**
   * What becomes of decimals that do not fit, or of the time where a day is left. exact: the files are refused while a value would be rounded; half-up: a half goes away from zero; half-even: to the even neighbour; down: towards zero, to the day.
   */
  rounding?: "exact" | "half-up" | "half-even" | "down";
  /**
   * Texts that are too long lose their end. Left out: the files are refused while there is one.
   */
  cut?: boolean;
  /**
   * Old value, as text, to the value that takes its place; null: empty. Values that it does not name are converted by their types.
   */
  map?: {
    [k: string]: string | number | boolean | null;
  };
}
/**
 * The field is stored, and written anew by each saving of the form; exactly one key.
 */
export interface RawDerived {
  copy?: Path;
  calc?: RawCalc;
  cases?: RawCases;
  total?: RawTotal;
}
/**
 * Arithmetic over fields and numbers; exactly one key. ratio of 0 is empty. Exact: never a float.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawCalc".
 */
export interface RawCalc {
  /**
   * Sum of the operands.
   *
   * @minItems 2
   */
  add?: [RawCalcOperand, RawCalcOperand, ...RawCalcOperand[]];
  /**
   * First minus second.
   *
   * @minItems 2
   * @maxItems 2
   */
  sub?: [RawCalcOperand, RawCalcOperand];
  /**
   * Product, rounded half up to the field's scale.
   *
   * @minItems 2
   * @maxItems 2
   */
  mul?: [RawCalcOperand, RawCalcOperand];
  /**
   * First divided by second.
   *
   * @minItems 2
   * @maxItems 2
   */
  ratio?: [RawCalcOperand, RawCalcOperand];
}
/**
 * A condition; exactly one key. The whole language of conditions: no expression text anywhere.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "Predicate".
 */
export interface Predicate {
  eq?: Comparison;
  ne?: Comparison;
  lt?: Comparison;
  lte?: Comparison;
  gt?: Comparison;
  gte?: Comparison;
  in?: Membership;
  nin?: Membership;
  set?: FieldName;
  can?: FunctionKey;
  /**
   * [flag, value]: the profile of the row's shop sets the flag to this value (schemas/overlays).
   *
   * @minItems 2
   * @maxItems 2
   */
  flag?: [string, Scalar];
  /**
   * [property, value]: a property of the signed-in user, e.g. ["side", "supplier"].
   *
   * @minItems 2
   * @maxItems 2
   */
  actor?: [ActorField, Scalar];
  /**
   * Every condition holds.
   *
   * @minItems 1
   */
  all?: [Predicate, ...Predicate[]];
  /**
   * At least one condition holds.
   *
   * @minItems 1
   */
  any?: [Predicate, ...Predicate[]];
  not?: Predicate;
  /**
   * [field, check]: the field holds a text that passes the check. Only in guards and rules.
   *
   * @minItems 2
   * @maxItems 2
   */
  check?: [FieldName, CheckName];
}
/**
 * Sum of a field over the rows of another entity that name this row; of a derived field over its lines.
 */
export interface RawTotal {
  of: EntityName;
  field?: FieldName;
  /**
   * Field of the other entity to the field of this one that it equals. Left out: the lines of this row.
   */
  on?: {
    [k: string]: FieldName;
  };
  where?: Predicate;
}
/**
 * One code.
 */
export interface RawEnumValue {
  /**
   * The stored code: whole numbers or texts, not both in one list.
   */
  code: number | string;
  /**
   * English name that the program's code calls a number by; no user sees it. Of one list all codes have one, or none.
   */
  name?: string;
  /**
   * Chinese text.
   */
  title: string;
  /**
   * What screens say instead, where the text is that of another code, too; what leaves the portal keeps the text.
   */
  shown?: string;
  /**
   * The codes it had before, one after the other: rows that hold one of them come along.
   *
   * @minItems 1
   */
  was?: [number | string, ...(number | string)[]];
  tone?: ToneName;
  /**
   * Other texts for this code under a condition; the first that holds wins. The code stays.
   *
   * Items: Another text under a condition.
   */
  cases?: {
    when: Predicate;
    value: Scalar;
    tone?: ToneName;
  }[];
}
/**
 * For type ref: what a form says beside each row before one is chosen, such as free places.
 */
export interface RawOffer {
  /**
   * The hand-written function that says it, one file of src/server/features.
   */
  named: string;
  /**
   * Own fields that it looks at, besides those of `on`.
   *
   * @minItems 1
   */
  by?: [FieldName, ...FieldName[]];
}
/**
 * Where a value comes from that nobody enters; exactly one key.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawComputed".
 */
export interface RawComputed {
  label?: FieldName;
  calc?: RawCalc;
  cases?: RawCases;
  copy?: Path;
  /**
   * How many rows of another entity name this row.
   */
  count?: {
    of: EntityName;
    field?: FieldName;
    /**
     * Field of the other entity to the field of this one that it equals. Left out: the lines of this row.
     */
    on?: {
      [k: string]: FieldName;
    };
    where?: Predicate;
  };
  total?: RawTotal1;
  daysUntil?: FieldName;
  /**
   * The viewer's side's unread counter of the row (docs/decisions/32).
   */
  unread?: true;
  when?: Predicate;
}
/**
 * Sum of a field over the rows of another entity that name this row; of a derived field over its lines.
 */
export interface RawTotal1 {
  of: EntityName;
  field?: FieldName;
  /**
   * Field of the other entity to the field of this one that it equals. Left out: the lines of this row.
   */
  on?: {
    [k: string]: FieldName;
  };
  where?: Predicate;
}
/**
 * In a view: a value over the rows around this one.
 */
export interface RawWindow {
  /**
   * sum with `sort` runs up to the row; rank counts from 1 in the order.
   */
  of: "sum" | "min" | "max" | "avg" | "count" | "rank";
  field?: FieldName;
  /**
   * Fields whose equal rows belong together.
   *
   * @minItems 1
   */
  by: [FieldName, ...FieldName[]];
  /**
   * Order within; a leading - descends.
   *
   * @minItems 1
   */
  sort?: [string, ...string[]];
}
/**
 * How documents are numbered: field to prefix. A number is the prefix, yyyyMMdd and a 4-digit sequence per shop and day.
 */
export interface RawNumber {
  /**
   * Two capitals, e.g. JS.
   */
  [k: string]: string;
}
/**
 * For tenancy head: the document this is a line of. Lines carry SHOP_ID and provid of their head.
 */
export interface RawHead {
  of: EntityName;
  /**
   * Field of the other entity to the field of this one that it equals. Left out: the lines of this row.
   */
  on: {
    [k: string]: FieldName;
  };
}
/**
 * For a line entity: where the lines of a new document come from, once a ref field of the head is chosen.
 */
export interface RawLineSource {
  from: FieldName;
  lines: EntityName;
  /**
   * Field of this line to the field of that one it starts with.
   */
  copy: {
    [k: string]: FieldName;
  };
}
/**
 * Rows a side may see at all, on every page (docs/decisions/04: suppliers never see shop drafts).
 */
export interface RawVisibleTo {
  [k: string]: Predicate;
}
/**
 * One group of fields.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawSection".
 */
export interface RawSection {
  /**
   * Heading.
   */
  title: string;
  /**
   * Fields, in order: a name, or, of a visitor's form, an object where he reads another title.
   *
   * @minItems 1
   *
   * Items: A field in a list of fields: its name, or an object where more is to be said.
   */
  fields: [
    (
      | string
      | {
          field: FieldName;
          /**
           * What it is called here, where the field's own title does not fit.
           */
          title?: string;
          /**
           * Help beside the field; left out: the field's own.
           */
          help?: string;
        }
    ),
    ...(
      | string
      | {
          field: FieldName;
          /**
           * What it is called here, where the field's own title does not fit.
           */
          title?: string;
          /**
           * Help beside the field; left out: the field's own.
           */
          help?: string;
        }
    )[]
  ];
}
/**
 * One table.
 */
export interface RawLines {
  entity: EntityName;
  /**
   * Columns, left to right.
   *
   * @minItems 1
   *
   * Items: One column.
   */
  columns: [
    (
      | string
      | {
          field: FieldName;
          /**
           * What it is called here, where the field's own title does not fit.
           */
          title?: string;
          /**
           * px
           */
          width?: number;
          format?: FormatName;
          /**
           * Stays in sight when the table scrolls sideways.
           */
          fixed?: boolean;
          /**
           * May be sorted by, besides the sort map.
           */
          sortable?: boolean;
          /**
           * Comes with every row, for calls and buttons; the table does not show it.
           */
          carried?: boolean;
        }
    ),
    ...(
      | string
      | {
          field: FieldName;
          /**
           * What it is called here, where the field's own title does not fit.
           */
          title?: string;
          /**
           * px
           */
          width?: number;
          format?: FormatName;
          /**
           * Stays in sight when the table scrolls sideways.
           */
          fixed?: boolean;
          /**
           * May be sorted by, besides the sort map.
           */
          sortable?: boolean;
          /**
           * Comes with every row, for calls and buttons; the table does not show it.
           */
          carried?: boolean;
        }
    )[]
  ];
  /**
   * Columns with a sum under the table.
   */
  sums?: FieldName[];
}
/**
 * Fields that a side never gets, on every channel: list, detail, form, filter, sort, sum, print, export. Only fields the files name for a page are ever read.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawHide".
 */
export interface RawHide {
  [k: string]: RawHidden;
}
/**
 * Who may create, change and delete such rows by a form, and what must hold then. Left out: nobody.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawSave".
 */
export interface RawSave {
  /**
   * New rows.
   */
  create?: {
    /**
     * Sides whose users may.
     *
     * @minItems 1
     */
    by: [Party, ...Party[]];
    when?: Predicate;
    /**
     * Conditions on the saved row, with its computed fields; the first that fails answers with its message and nothing is saved.
     */
    guards?: RawGuard[];
    /**
     * What else happens, in order.
     */
    effects?: RawEffect[];
  };
  /**
   * Changed rows.
   */
  edit?: {
    /**
     * Sides whose users may.
     *
     * @minItems 1
     */
    by: [Party, ...Party[]];
    when?: Predicate;
    /**
     * Conditions on the saved row, with its computed fields; the first that fails answers with its message and nothing is saved.
     */
    guards?: RawGuard[];
    /**
     * What else happens, in order.
     */
    effects?: RawEffect[];
  };
  /**
   * Deleted rows.
   */
  delete?: {
    /**
     * Sides whose users may.
     *
     * @minItems 1
     */
    by: [Party, ...Party[]];
    when?: Predicate;
    /**
     * Conditions on the saved row, with its computed fields; the first that fails answers with its message and nothing is saved.
     */
    guards?: RawGuard[];
    /**
     * What else happens, in order.
     */
    effects?: RawEffect[];
  };
  visitor?: RawVisitorRule;
  /**
   * Conditions over the fields of the form, told beside the field while typing and checked again by the server.
   */
  rules?: RawGuard[];
}
/**
 * One condition with its refusal.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawGuard".
 */
export interface RawGuard {
  /**
   * What an overlay calls it by, left out: its refusal; or the name of a constraint.
   */
  name?: string;
  when?: Predicate;
  require: Predicate;
  /**
   * A key of schemas/shared in capitals, or the verbatim text.
   */
  else: string;
  /**
   * Of a transition: where `when` holds, or is left out, a row in a state that the transition does not leave gets this answer, too, instead of STALE.
   */
  elsewhere?: true;
  field?: FieldName;
}
/**
 * One effect; exactly one key. The closed vocabulary, plus `named` for what it cannot say.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawEffect".
 */
export interface RawEffect {
  set?: ValueMap;
  update?: RawUpdateEffect;
  add?: RawAddEffect;
  create?: RawCreateEffect;
  notify?: RawNotifyEffect;
  unread?: ToldParty;
  read?: Party;
  run?: RawRunEffect;
  /**
   * A hand-written effect: one file of src/server/features.
   */
  named?: string;
}
/**
 * Field name to value.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "ValueMap".
 */
export interface ValueMap {
  [k: string]: WrittenValue;
}
/**
 * Writes fields of related rows.
 */
export interface RawUpdateEffect {
  entity: EntityName;
  each?: EntityName;
  match: ValueMap;
  set: ValueMap;
}
/**
 * Adds to number fields of a related row.
 */
export interface RawAddEffect {
  entity: EntityName;
  each?: EntityName;
  match: ValueMap;
  by: ValueMap;
  values?: ValueMap;
  /**
   * Of a changed row: what was added for it as it was before is taken back.
   */
  anew?: boolean;
}
/**
 * Creates a row.
 */
export interface RawCreateEffect {
  entity: EntityName;
  values: ValueMap;
  /**
   * Field of this row that keeps a field of the new one, e.g. {"PayBillid": "Billid"}.
   */
  keep?: {
    [k: string]: FieldName;
  };
}
/**
 * Writes a message to the other side; {Field} in the texts is replaced by the row's value.
 */
export interface RawNotifyEffect {
  to: ToldParty;
  /**
   * Title of the message.
   */
  title: string;
  /**
   * Text of the message.
   */
  content?: string;
}
/**
 * Runs a system transition of related rows in the same transaction.
 */
export interface RawRunEffect {
  entity: EntityName;
  match: ValueMap;
  /**
   * A transition of theirs that the system may run.
   */
  action: string;
}
/**
 * New rows by visitors who are not signed in, on a public page. Left out: none. The rules of the form count for them, too.
 */
export interface RawVisitorRule {
  /**
   * What a visitor fills in, texts and pictures alone; a field may be called by another title.
   *
   * @minItems 1
   */
  sections: [RawSection, ...RawSection[]];
  /**
   * Fields that a visitor must fill in, although others need not.
   *
   * @minItems 1
   */
  required?: [FieldName, ...FieldName[]];
  /**
   * Conditions on the row with its computed fields, asked by the server and told beside the field, all that fail at once.
   */
  rules?: RawGuard[];
  /**
   * Conditions on the saved row, with its computed fields; the first that fails answers with its message and nothing is saved.
   */
  guards?: RawGuard[];
  /**
   * What else happens, in order.
   */
  effects?: RawEffect[];
}
/**
 * What happens when a user opens such a row's page, besides clearing its unread counter.
 */
export interface RawOpened {
  /**
   * Sides whose users may.
   *
   * @minItems 1
   */
  by?: [Party, ...Party[]];
  when?: Predicate;
  /**
   * What else happens, in order.
   */
  effects: RawEffect[];
}
/**
 * States of one field and the ways between them. The codes are the field's enum values.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawMachine".
 */
export interface RawMachine {
  /**
   * A machine of schemas/shared that this one starts from; what stands here is put over it, transition by transition.
   */
  like?: string;
  allow?: RawAllow;
  /**
   * Code of a new row.
   */
  default?: number | string | boolean;
  /**
   * Codes that nothing leaves, on purpose.
   */
  final?: (number | string | boolean)[];
  /**
   * Action name (unique within the entity) to transition.
   */
  transitions?: {
    [k: string]: RawTransition;
  };
}
/**
 * One way from state to state: one guarded UPDATE, with its effects and its audit row in the same transaction.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawTransition".
 */
export interface RawTransition {
  /**
   * Text of the button, e.g. 财务确认.
   */
  title?: string;
  allow?: RawAllow;
  /**
   * States it leaves.
   *
   * @minItems 1
   */
  from?: [number | string | boolean, ...(number | string | boolean)[]];
  /**
   * State it reaches; left out: the state stays.
   */
  to?: number | string | boolean;
  /**
   * Who may: shop or supplier users, the system, the bank's answer.
   *
   * @minItems 1
   */
  by?: ["shop" | "supplier" | "system" | "bank", ...("shop" | "supplier" | "system" | "bank")[]];
  key?: FunctionKey;
  /**
   * The user must give a reason, kept in the log; a text says what is asked for, e.g. 回复内容.
   */
  reason?: boolean | string;
  /**
   * Destroys something for good, as voiding does: drawn red, and asked about. Not for what is refused, stopped or done with money.
   */
  danger?: boolean;
  /**
   * May run on several rows at once, all or nothing.
   */
  bulk?: boolean;
  when?: Predicate;
  /**
   * Conditions, tried in order; the first that fails answers with its message.
   */
  guards?: RawGuard[];
  /**
   * What else happens, in order.
   */
  effects?: RawEffect[];
  /**
   * With an archetype's transition: further effects after its own.
   *
   * @minItems 1
   */
  then?: [RawEffect, ...RawEffect[]];
  ticks?: RawTicks;
  /**
   * Somebody else is asked about the row first, outside of any transaction: a hand-written inquiry, one file of src/server/features. Its answer comes with the transition and is refused where the row has changed meanwhile.
   */
  asks?: string;
  preview?: RawPreview;
  /**
   * With an archetype's machine: this transition is not for this entity.
   */
  skip?: true;
}
/**
 * The user ticks lines first; the flag of the ticked ones is set, of the others cleared.
 */
export interface RawTicks {
  entity: EntityName;
  field: FieldName;
  /**
   * How many must be ticked.
   */
  min?: number;
}
/**
 * What the user reads before he confirms: each row with what would become of it, and totals. Nothing is confirmed while one row is refused; the refused ones can be left out.
 */
export interface RawPreview {
  /**
   * Columns of the rows, left to right; the result stands behind the second.
   *
   * @minItems 1
   *
   * Items: One column.
   */
  columns: [
    (
      | string
      | {
          field: FieldName;
          /**
           * What it is called here, where the field's own title does not fit.
           */
          title?: string;
          /**
           * px
           */
          width?: number;
          format?: FormatName;
          /**
           * Stays in sight when the table scrolls sideways.
           */
          fixed?: boolean;
          /**
           * May be sorted by, besides the sort map.
           */
          sortable?: boolean;
          /**
           * Comes with every row, for calls and buttons; the table does not show it.
           */
          carried?: boolean;
        }
    ),
    ...(
      | string
      | {
          field: FieldName;
          /**
           * What it is called here, where the field's own title does not fit.
           */
          title?: string;
          /**
           * px
           */
          width?: number;
          format?: FormatName;
          /**
           * Stays in sight when the table scrolls sideways.
           */
          fixed?: boolean;
          /**
           * May be sorted by, besides the sort map.
           */
          sortable?: boolean;
          /**
           * Comes with every row, for calls and buttons; the table does not show it.
           */
          carried?: boolean;
        }
    )[]
  ];
  /**
   * Sums below the rows. One of nothing is left out where another is of something.
   *
   * @minItems 1
   *
   * Items: The sum of a field.
   */
  sums?: [
    {
      /**
       * What it is called here, where the field's own title does not fit.
       */
      title: string;
      field: FieldName;
      /**
       * Sums the values above zero, or those below it, which are then told without their sign; left out: all.
       */
      of?: "above" | "below";
      format?: FormatName;
    },
    ...{
      /**
       * What it is called here, where the field's own title does not fit.
       */
      title: string;
      field: FieldName;
      /**
       * Sums the values above zero, or those below it, which are then told without their sign; left out: all.
       */
      of?: "above" | "below";
      format?: FormatName;
    }[]
  ];
  choose?: RawChoose;
}
/**
 * What is chosen before it is confirmed, e.g. the bank's channel. It goes with a call of a hand-written page: no button of a module sends it.
 */
export interface RawChoose {
  /**
   * Who offers it, and says what keeps these rows from it: hand-written, one file of src/server/features.
   */
  from: string;
  /**
   * What it is called, e.g. 支付渠道.
   */
  title: string;
  /**
   * Text where nothing is offered.
   */
  else: string;
}
/**
 * Where such documents stand in the chain of documents that a show page tells, e.g. order, acceptance, statement, invoice, payment, record. The links of all entities together make a tree: from any document each kind is reached one way.
 */
export interface RawChain {
  /**
   * The lower comes first in the chain.
   */
  rank: number;
  where?: Predicate;
  /**
   * Not every chain gets one: it is told only where it is. Left out: where it is missing after the shown document, it is told to be still to come.
   */
  optional?: boolean;
  /**
   * What leads to other documents of the chain, or to one of the same kind: an own field, and the field of the other entity that it equals.
   *
   * @minItems 1
   */
  to?: [RawChainLink, ...RawChainLink[]];
  state?: FieldName;
  amount: FieldName;
  counted?: Predicate;
  gap?: RawChainGap;
  due?: FieldName;
  /**
   * Who acts next; the first whose condition holds. None: the document waits for nobody.
   *
   * @minItems 1
   */
  waits?: [RawChainWait, ...RawChainWait[]];
}
/**
 * One of them.
 */
export interface RawChainLink {
  of: EntityName;
  /**
   * Field of the other entity to the field of this one that it equals. Left out: the lines of this row.
   */
  on: {
    [k: string]: FieldName;
  };
}
/**
 * What is still missing of it: one money field less another, told where it is more than nothing.
 */
export interface RawChainGap {
  /**
   * What it is called, e.g. 未开票.
   */
  title: string;
  /**
   * What there should be, and what there is: the first less the second.
   *
   * @minItems 2
   * @maxItems 2
   */
  sub: [FieldName, FieldName];
  when?: Predicate;
}
/**
 * One of them.
 */
export interface RawChainWait {
  when: Predicate;
  /**
   * Who acts.
   */
  by: "shop" | "supplier" | "bank";
  /**
   * What is to be done, e.g. 对账确认.
   */
  title: string;
  from?: FieldName;
}
/**
 * One of them.
 */
export interface RawDue {
  /**
   * A transition of this entity that the system may run.
   */
  action: string;
  when: Predicate;
  setting?: SettingKey;
}
/**
 * How its rows come in many at a time, from a file or by the keyed interface. Pages allow it by the built-in action import; what the form checks is checked here, too. Left out: they do not.
 */
export interface RawImport {
  /**
   * By which fields a row of the file is one that is there: fields that are unique together within a shop.
   *
   * @minItems 1
   */
  key: [FieldName, ...FieldName[]];
  /**
   * Columns of the file, in order.
   *
   * @minItems 1
   */
  columns: [FieldName, ...FieldName[]];
  /**
   * Of a document: its line entity to the columns of a line. A row of the file is then a line, and rows one after the other with the same key are one document.
   */
  lines?: {
    /**
     * @minItems 1
     */
    [k: string]: [FieldName, ...FieldName[]];
  };
  /**
   * By which fields what a column refers to may be told: its entity to them, tried in order. A text that fits several rows is refused. Left out: by the field that is stored, alone.
   */
  lookups?: {
    /**
     * @minItems 1
     */
    [k: string]: [FieldName, ...FieldName[]];
  };
  /**
   * Columns that may change a row that is there. Left out: such a row is refused.
   *
   * @minItems 1
   */
  update?: [FieldName, ...FieldName[]];
  /**
   * Transitions of a new document that whoever imports may ask for at once, in order, where he may run them.
   *
   * @minItems 1
   */
  then?: [string, ...string[]];
}
/**
 * One rollup: a group for each combination of values that there is.
 */
export interface RawRollup {
  /**
   * Fields that rows are put together by: states, kinds, days, the supplier and beside him his name. SHOP_ID is there by itself. Each one but the name multiplies the groups: a day and the supplier belong into rollups of their own.
   *
   * @minItems 1
   * @maxItems 6
   */
  by:
    | [FieldName]
    | [FieldName, FieldName]
    | [FieldName, FieldName, FieldName]
    | [FieldName, FieldName, FieldName, FieldName]
    | [FieldName, FieldName, FieldName, FieldName, FieldName]
    | [FieldName, FieldName, FieldName, FieldName, FieldName, FieldName];
  /**
   * What is summed in each group: stored numbers, and what is calculated of stored fields of the row.
   *
   * @maxItems 12
   */
  sums:
    | []
    | [FieldName]
    | [FieldName, FieldName]
    | [FieldName, FieldName, FieldName]
    | [FieldName, FieldName, FieldName, FieldName]
    | [FieldName, FieldName, FieldName, FieldName, FieldName]
    | [FieldName, FieldName, FieldName, FieldName, FieldName, FieldName]
    | [FieldName, FieldName, FieldName, FieldName, FieldName, FieldName, FieldName]
    | [FieldName, FieldName, FieldName, FieldName, FieldName, FieldName, FieldName, FieldName]
    | [FieldName, FieldName, FieldName, FieldName, FieldName, FieldName, FieldName, FieldName, FieldName]
    | [FieldName, FieldName, FieldName, FieldName, FieldName, FieldName, FieldName, FieldName, FieldName, FieldName]
    | [
        FieldName,
        FieldName,
        FieldName,
        FieldName,
        FieldName,
        FieldName,
        FieldName,
        FieldName,
        FieldName,
        FieldName,
        FieldName
      ]
    | [
        FieldName,
        FieldName,
        FieldName,
        FieldName,
        FieldName,
        FieldName,
        FieldName,
        FieldName,
        FieldName,
        FieldName,
        FieldName,
        FieldName
      ];
}
/**
 * One condition.
 */
export interface RawCheck {
  /**
   * What an overlay calls it by, left out: its refusal; or the name of a constraint.
   */
  name: string;
  require: Predicate;
}
/**
 * Makes the entity a read-only view over others; its fields then say `from`.
 */
export interface RawView {
  of?: EntityName;
  join?: Join;
  where?: Predicate;
  /**
   * Fields whose equal rows become one row; the others then say how they are aggregated.
   *
   * @minItems 1
   */
  by?: [FieldName, ...FieldName[]];
  /**
   * Instead of `of`: rows of several entities, one below the other. Fields of the view then say nothing of where they come from.
   *
   * @minItems 2
   */
  union?: [RawUnionPart, RawUnionPart, ...RawUnionPart[]];
}
/**
 * Alias to a further entity, joined by equal fields within the shop.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "Join".
 */
export interface Join {
  [k: string]: RawJoin;
}
/**
 * One joined entity.
 */
export interface RawJoin {
  entity: EntityName;
  /**
   * Field of the joined entity to the field of `of` it equals.
   */
  on: {
    [k: string]: FieldName;
  };
}
/**
 * Rows of one entity.
 */
export interface RawUnionPart {
  of: EntityName;
  join?: Join;
  where?: Predicate;
  /**
   * Field of the view to where it comes from: `field`, `alias.field`, or an object holding a plain value or a calculation. Left out: empty.
   */
  fields: {
    [k: string]: RawUnionSource;
  };
}
/**
 * One page: which rows of which entity, how they are listed, shown, summed, printed, and what may be done with them.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawModule".
 */
export interface RawModule {
  /**
   * This file's JSON Schema, for editors.
   */
  $schema?: string;
  allow?: RawAllow;
  entity: EntityName;
  /**
   * An archetype of schemas/shared: its page, audience and its ways with usual columns and filters hold where this file says nothing else.
   */
  like?: string;
  /**
   * A page that is hand-written: its key in src/web/overrides; rights: what users or groups may and why. Left out: the page that `form`, `tree` or `cards` makes it, else a list.
   */
  page?: string;
  /**
   * Sides whose groups may be granted the module.
   *
   * @minItems 1
   */
  audience?: [Side, ...Side[]];
  help?: Help;
  when?: Predicate;
  where?: Predicate;
  /**
   * A mall reads, besides its own rows, those of the shops of its market (docs/decisions/14); every other user its own shop's. Nothing can be done to such rows.
   */
  market?: boolean;
  /**
   * Columns of the table, left to right: a field name, or an object where more is to be said.
   *
   * @minItems 1
   *
   * Items: One column.
   */
  columns: [
    (
      | string
      | {
          field: FieldName;
          /**
           * What it is called here, where the field's own title does not fit.
           */
          title?: string;
          /**
           * px
           */
          width?: number;
          format?: FormatName;
          /**
           * Stays in sight when the table scrolls sideways.
           */
          fixed?: boolean;
          /**
           * May be sorted by, besides the sort map.
           */
          sortable?: boolean;
          /**
           * Comes with every row, for calls and buttons; the table does not show it.
           */
          carried?: boolean;
        }
    ),
    ...(
      | string
      | {
          field: FieldName;
          /**
           * What it is called here, where the field's own title does not fit.
           */
          title?: string;
          /**
           * px
           */
          width?: number;
          format?: FormatName;
          /**
           * Stays in sight when the table scrolls sideways.
           */
          fixed?: boolean;
          /**
           * May be sorted by, besides the sort map.
           */
          sortable?: boolean;
          /**
           * Comes with every row, for calls and buttons; the table does not show it.
           */
          carried?: boolean;
        }
    )[]
  ];
  /**
   * Filters over the table, in order.
   */
  filters?: RawFilter[];
  /**
   * Columns that are always in view, at the left of the table and at the top of a card: what names the row, its state, its amount. Left out: the title of the row, the first state, the first summed amount.
   *
   * @minItems 1
   * @maxItems 4
   */
  pin?:
    | [FieldName]
    | [FieldName, FieldName]
    | [FieldName, FieldName, FieldName]
    | [FieldName, FieldName, FieldName, FieldName];
  /**
   * What a card on a phone shows below the pinned columns, in this order. Left out: the first day among the columns and those after it, four in all.
   *
   * @minItems 1
   * @maxItems 6
   */
  card?:
    | [FieldName]
    | [FieldName, FieldName]
    | [FieldName, FieldName, FieldName]
    | [FieldName, FieldName, FieldName, FieldName]
    | [FieldName, FieldName, FieldName, FieldName, FieldName]
    | [FieldName, FieldName, FieldName, FieldName, FieldName, FieldName];
  footer?: RawFooter;
  sort?: RawSort;
  /**
   * Other texts for a field's codes on this page only; codes left out keep the entity's.
   */
  values?: {
    [k: string]: RawEnumValues;
  };
  /**
   * Buttons of the page: names of the entity's transitions, or an object where more is to be said. Export and print are there by themselves.
   */
  actions?: RawAction[];
  /**
   * What waits for somebody on this page: counted on the home page for those who have the page, and opened as its list, filtered.
   *
   * @minItems 1
   */
  todos?: [RawTodo, ...RawTodo[]];
  news?: RawNews;
  begin?: RawBegin;
  sections?: RawSections;
  lines?: RawTables;
  /**
   * Tables of the detail page with documents of other pages, the oldest first: each read by its page, and left out for whoever has not that page.
   *
   * @minItems 1
   */
  tables?: [RawTable, ...RawTable[]];
  /**
   * Templates offered by 打印.
   */
  print?: RawPrintUse[];
  hide?: RawHide;
  writes?: RawWrites;
  /**
   * Older number the footer rules go by (docs/decisions/10).
   */
  tableKey?: number;
  form?: RawForm;
  tree?: EntityName;
  /**
   * Makes the page a board: numbers above the table, one each, over the whole filter.
   *
   * @minItems 1
   */
  cards?: [RawCard, ...RawCard[]];
  /**
   * Charts of a board, left to right, below the cards; those with "home" stand on the home page, too, and may be of a list.
   */
  charts?: RawChart[];
}
/**
 * The sum row. Sums are over the whole filter and exact. Left out: no footer row.
 */
export interface RawFooter {
  /**
   * 合计 unless told otherwise.
   */
  label?: "合计" | "总计";
  /**
   * Columns with a sum.
   *
   * @minItems 1
   */
  sums: [RawSum, ...RawSum[]];
}
/**
 * What the table may be sorted by.
 */
export interface RawSort {
  /**
   * Order of a freshly opened page; -Id unless told otherwise. A leading - is descending.
   *
   * @minItems 1
   */
  default?: [string, ...string[]];
  /**
   * Sort name to the field sorted by. Left out: Id, Remark, Bala_sum, Provider and TotalMoney where the entity has them.
   */
  map?: {
    [k: string]: FieldName;
  };
}
/**
 * The button leads to another page instead of changing a state.
 */
export interface RawOpen {
  /**
   * Id of the page in modules.json.
   */
  module: number;
  /**
   * create: its empty form; left out: its table, filtered.
   */
  action?: "create";
  /**
   * Field of that page to the field of the row whose value it starts with.
   */
  on?: {
    [k: string]: FieldName;
  };
}
/**
 * One kind of waiting rows.
 */
export interface RawTodo {
  /**
   * Chinese title, e.g. 待审核订单.
   */
  title: string;
  /**
   * The page's action that these rows wait for: only who may run it sees the to-do. Left out: whoever has the page.
   */
  action?: string;
  /**
   * Sides that see it; left out: those of the action, else of the page.
   *
   * @minItems 1
   */
  audience?: [Side, ...Side[]];
  when?: Predicate;
  where: Predicate;
  tone?: ToneName;
  /**
   * Among equally pressing ones the lower comes first; 50 unless told otherwise.
   */
  rank?: number;
  /**
   * Comm/GetNoFinishBalance counts it as an unfinished settlement.
   */
  unfinished?: boolean;
}
/**
 * The page's rows are news on the home page: the first of them stand in a panel of their own. The panels stand as their pages do in the menu.
 */
export interface RawNews {
  /**
   * What tells the panel from others, e.g. in a test or a style; one page for each.
   */
  key: string;
  /**
   * Title of the panel.
   */
  title: string;
  /**
   * Said in it where there is none.
   */
  else: string;
  /**
   * Sides that see the panel; left out: those of the page.
   *
   * @minItems 1
   */
  audience?: [Side, ...Side[]];
  /**
   * Order of the rows; a leading - descends. The day or time among its fields is told of each: when it was sent, or is due.
   *
   * @minItems 1
   */
  sort: [string, ...string[]];
  read?: FieldName;
  help?: FieldName;
  picture?: FieldName;
  where?: Predicate;
}
/**
 * What a new shop has yet to do here: the home page names it, with a way to the page, to whoever may create rows, until there are some.
 */
export interface RawBegin {
  /**
   * What is to be done.
   */
  title: string;
  /**
   * Its place among what is to be done; the smallest comes first. Of pages with the same place the one for malls alone is named to a mall.
   */
  rank: number;
  /**
   * It is done when the page lists so many. Left out: one.
   */
  rows?: number;
  /**
   * Id of the page whose rows are counted. Left out: this one.
   */
  counts?: number;
}
/**
 * The documents of one page that name this one.
 */
export interface RawTable {
  /**
   * Id of the page in modules.json.
   */
  module: number;
  /**
   * Field there that names this document to the field here that it is named by.
   */
  on: {
    [k: string]: FieldName;
  };
  /**
   * Id of the page of a table before it: documents that name, by the same key, a document of that table belong to this one, too.
   */
  of?: number;
  /**
   * Its columns, left to right.
   *
   * @minItems 1
   */
  columns: [FieldName, ...FieldName[]];
}
/**
 * Side to the fields that forms of this page write; what is left out is shown only. A side that is left out writes all that the page shows of its entity; a mall writes what shops do unless it is named.
 */
export interface RawWrites {
  /**
   * Fields that this side writes here.
   *
   * @minItems 1
   */
  shop?: [FieldName, ...FieldName[]];
  /**
   * Fields that this side writes here.
   *
   * @minItems 1
   */
  mall?: [FieldName, ...FieldName[]];
  /**
   * Fields that this side writes here.
   *
   * @minItems 1
   */
  supplier?: [FieldName, ...FieldName[]];
}
/**
 * The page is a form: of settings, where every row is one setting, edited in place; or, with `fields`, of the one row that belongs to the user.
 */
export interface RawForm {
  value?: FieldName;
  /**
   * Fields of his own row that the user may change.
   */
  fields?: FieldName[];
}
/**
 * One card.
 */
export interface RawCard {
  /**
   * What it is called: the title of a card, a name in the legend.
   */
  title: string;
  /**
   * count, or how the field is aggregated.
   */
  of: "count" | "sum" | "avg" | "max";
  field?: FieldName;
  where?: Predicate;
  tone?: ToneName;
}
/**
 * One chart.
 */
export interface RawChart {
  /**
   * Chinese title.
   */
  title: string;
  /**
   * Shape.
   */
  type: "line" | "column" | "pie";
  by: FieldName;
  /**
   * What is drawn.
   *
   * @minItems 1
   *
   * Items: A number over rows.
   */
  measures: [
    {
      /**
       * count, or how the field is aggregated.
       */
      of: "count" | "sum" | "avg" | "max";
      field?: FieldName;
      /**
       * What it is called: the title of a card, a name in the legend.
       */
      title?: string;
    },
    ...{
      /**
       * count, or how the field is aggregated.
       */
      of: "count" | "sum" | "avg" | "max";
      field?: FieldName;
      /**
       * What it is called: the title of a card, a name in the legend.
       */
      title?: string;
    }[]
  ];
  home?: Predicate;
}
/**
 * A shop profile: flags that predicates ask for, and patches over modules and entities. Shop ids stand here and nowhere in code.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawOverlay".
 */
export interface RawOverlay {
  /**
   * This file's JSON Schema, for editors.
   */
  $schema?: string;
  allow?: RawAllow;
  /**
   * Name of the profile, as stored in Shop.ProfileKey; several are joined there by +. `plain` declares every flag with its default.
   */
  name: string;
  /**
   * What the profile is for.
   */
  title: string;
  /**
   * Shop ids with this profile; a shop may have several. One that no profile names is plain.
   */
  shops?: string[];
  /**
   * Profiles that this one comes after where a shop has both: where the two say different things of one place, this one counts.
   *
   * @minItems 1
   */
  after?: [string, ...string[]];
  /**
   * Flag to value. Only flags that `plain` declares; a flag left out keeps its default.
   */
  flags: {
    [k: string]: string | boolean | string[];
  };
  look?: RawLook;
  /**
   * Module id to a patch of its file, laid out as the file is: objects are merged key by key, other values replace, null removes. In a list of named things each is patched by its name: "add", "remove", or an object with set, add, replace, before, after (schemas/README.md).
   */
  modules?: {
    [k: string]: {};
  };
  /**
   * Entity name to a patch of its file, as with modules. What says how rows are stored, who reaches them or what a value means is the same in every profile.
   */
  entities?: {
    [k: string]: {};
  };
}
/**
 * What these shops' portal looks like.
 */
export interface RawLook {
  /**
   * The colour of buttons, links and what is chosen, as #rrggbb. White words on it must be readable (4.5 : 1); the dark look makes it lighter by itself.
   */
  primary?: string;
  /**
   * The icon that stands in place of the portal's mark. Its drawing is kept in schemas/shared under icons, so nothing is loaded from anywhere.
   */
  logo?: string;
}
/**
 * A print template: one document on paper (docs/decisions/34). Lengths in mm.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawPrint".
 */
export interface RawPrint {
  /**
   * This file's JSON Schema, for editors.
   */
  $schema?: string;
  allow?: RawAllow;
  /**
   * Name of the template, as modules and printtyp use it.
   */
  key: string;
  /**
   * Name of the document; the sheet shows it after the shop's name.
   */
  title: string;
  /**
   * Other titles under a condition on the row; the first that holds wins.
   *
   * @minItems 1
   *
   * Items: Another title.
   */
  cases?: [
    {
      when: Predicate;
      value: Scalar;
    },
    ...{
      when: Predicate;
      value: Scalar;
    }[]
  ];
  entity: EntityName;
  /**
   * P1: 241x140 mm continuous form, 8 lines a sheet. P2: A4 portrait, 24 lines a sheet.
   */
  paper: "P1" | "P2";
  /**
   * Label-value pairs above the table on every sheet.
   */
  header: FieldName[];
  barcode?: FieldName;
  lines?: EntityName;
  from?: FieldName;
  where?: Predicate;
  group?: RawPrintGroup;
  /**
   * Columns of the table, left to right.
   *
   * @minItems 1
   */
  columns: [RawPrintColumn, ...RawPrintColumn[]];
  /**
   * Columns summed on each sheet (本页小计), and over the document on its last one (合计).
   */
  sums?: FieldName[];
  /**
   * Money field of the head printed in Chinese capitals on the last sheet; of several the first that holds a value other than zero.
   *
   * @minItems 2
   */
  capitals?: string | [FieldName, FieldName, ...FieldName[]];
  /**
   * Label-value pairs of the head on the last sheet.
   */
  summary?: FieldName[];
  /**
   * Fields of the head under every sheet; 打印时间 and 第x页/共y页 are always there.
   */
  footer?: FieldName[];
  /**
   * Signature lines on the last sheet.
   */
  signatures?: string[];
  /**
   * Free notes under the table.
   */
  notes?: string[];
  /**
   * A word stamped across the sheets.
   */
  stamp?: {
    when: Predicate;
    value: Scalar;
  };
}
/**
 * Lines with an equal value stand together.
 */
export interface RawPrintGroup {
  by: FieldName;
  /**
   * Columns summed for each group.
   *
   * @minItems 1
   */
  sums: [FieldName, ...FieldName[]];
  /**
   * One line a group, with the sums, instead of its lines and a subtotal.
   */
  collapse?: boolean;
}
/**
 * One printed column.
 */
export interface RawPrintColumn {
  field: FieldName;
  /**
   * Heading, where the field's own title is too long.
   */
  title?: string;
  /**
   * mm
   */
  width: number;
}
/**
 * modules.json: the menu tree. Groups with their modules; what a module shows is said in its own file.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawRegistry".
 */
export interface RawRegistry {
  /**
   * This file's JSON Schema, for editors.
   */
  $schema?: string;
  allow?: RawAllow;
  /**
   * Title of the product, shown in the browser's tab.
   */
  title: string;
  /**
   * The features in use: folders of src/server/features whose effects, inquiries, jobs, calls and pages the files may name. Left out: none.
   */
  features?: string[];
  /**
   * Menu groups, in menu order.
   *
   * @minItems 1
   */
  groups: [RawGroup, ...RawGroup[]];
}
/**
 * One menu group.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawGroup".
 */
export interface RawGroup {
  /**
   * Group id, e.g. 5. Modules point to it as PrtId.
   */
  id: number;
  allow?: RawAllow;
  /**
   * First part of the paths of its modules, e.g. accountChecking.
   */
  name: string;
  /**
   * Chinese title of the group.
   */
  title: string;
  /**
   * An icon of schemas/shared.
   */
  icon?: string;
  /**
   * Modules of the group, in menu order.
   */
  modules: RawModuleEntry[];
}
/**
 * One menu line.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawModuleEntry".
 */
export interface RawModuleEntry {
  /**
   * Its MdlId on the wire, e.g. 510. Unique.
   */
  id: number;
  allow?: RawAllow;
  /**
   * The ids it had before, one after the other: the rights that groups have on it come along.
   *
   * @minItems 1
   */
  was?: [number, ...number[]];
  /**
   * Last part of the path, e.g. BalanceManage. Unique within the group.
   */
  name: string;
  /**
   * Chinese title in menu, tab and search.
   */
  title: string;
  /**
   * The module's file below schemas/modules, without .json.
   */
  schema: string;
  /**
   * Other full paths that lead here (docs/decisions/10).
   */
  aliases?: string[];
  /**
   * Id of the module of this group that the page belongs to: it lies below that one's path, is open to whoever has that module, with what he may do there, and is no line of the menu and nothing to be granted.
   */
  of?: number;
  reminder?: RawReminder;
}
/**
 * A red dot on the menu line while something waits there for the user.
 */
export interface RawReminder {
  /**
   * The call whose answer is the number of what waits (src/server/engine/reminders.ts).
   */
  from: string;
  /**
   * Sides that get the dot; left out: all.
   *
   * @minItems 1
   */
  audience?: [Side, ...Side[]];
}
/**
 * schemas/shared: what several files name. Which of these words stands in which file is free; no name stands in two.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawShared".
 */
export interface RawShared {
  /**
   * This file's JSON Schema, for editors.
   */
  $schema?: string;
  allow?: RawAllow;
  /**
   * Lists of values used by several entities: name to list.
   */
  enums?: {
    [k: string]: RawEnumValues;
  };
  /**
   * Refusals that several guards share: key (capitals) to the text a user reads.
   */
  messages?: {
    [k: string]: string;
  };
  /**
   * Archetypes of entities: name to the fields that entities with `like` begin with. An entity's own field of the same name replaces it.
   */
  entities?: {
    [k: string]: RawFields;
  };
  /**
   * Archetypes of modules: name to what modules with `like` start from.
   */
  modules?: {
    [k: string]: RawModuleArchetype;
  };
  /**
   * Archetypes of machines: name to the machine that machines with `like` start from.
   */
  states?: {
    [k: string]: RawMachine;
  };
  /**
   * Function key to its Chinese title: the rights that a group may be granted on a module. A page's own button title goes before it.
   */
  functions?: {
    [k: string]: string;
  };
  /**
   * Icon name to its drawing: what a group of the menu shows.
   */
  icons?: {
    [k: string]: RawIcon;
  };
  /**
   * Flag to what it is called and may be: in what shops differ (docs/decisions/73). Profile plain gives each its usual value.
   */
  flags?: {
    [k: string]: RawFlag;
  };
  /**
   * Name of a check of a text to what it asks. Each has its code in src/shared/domain/checks.ts.
   */
  checks?: {
    [k: string]: string;
  };
  /**
   * Duties that are kept apart: name to two functions that no one person may use on one document or hold at once (docs/decisions/99).
   */
  duties?: {
    [k: string]: RawDuty;
  };
  /**
   * What a shop sets for itself, on pages over ConfigItem: key to what it is called, what it does and what may stand there (docs/decisions/109). Code reads it, or a word of the files.
   */
  settings?: {
    [k: string]: RawSetting;
  };
  /**
   * What one person may do in a day: name to the functions whose amounts are added up (docs/decisions/99).
   */
  dayLimits?: {
    [k: string]: RawDayLimit;
  };
  /**
   * Groups of users that a new shop begins with: code to what they may do (docs/decisions/106). What a shop makes of them is its own.
   */
  groups?: {
    [k: string]: RawStandardGroup;
  };
}
/**
 * A usual kind of page.
 */
export interface RawModuleArchetype {
  /**
   * What such pages are, for people.
   */
  title: string;
  /**
   * Sides whose groups may be granted the module.
   *
   * @minItems 1
   */
  audience?: [Side, ...Side[]];
  /**
   * Field to what is said of its column wherever a module lists it by its name alone.
   */
  columns?: {
    /**
     * Usual ways of a column.
     */
    [k: string]: {
      /**
       * Stays in sight when the table scrolls sideways.
       */
      fixed?: boolean;
      /**
       * May be sorted by, besides the sort map.
       */
      sortable?: boolean;
    };
  };
  /**
   * Field to what is said of its filter wherever a module lists it by its name alone.
   */
  filters?: {
    /**
     * Usual ways of a filter.
     */
    [k: string]: {
      /**
       * Sides that get it; left out: all.
       *
       * @minItems 1
       */
      audience?: [Side, ...Side[]];
      /**
       * Ready value of a freshly opened page.
       */
      default?: "last31days" | "thisMonth" | "today";
    };
  };
}
/**
 * One icon.
 */
export interface RawIcon {
  /**
   * What it shows.
   */
  title: string;
  /**
   * The `d` of an SVG path on a field from 64,64 that is 896 wide and high, as the icons of Ant Design have it; drawn in the colour of the text.
   */
  drawing: string;
}
/**
 * One flag.
 */
export interface RawFlag {
  /**
   * What it is called, in Chinese.
   */
  title: string;
  /**
   * bool: yes or no; text: one of its values; list: some of its values, or any texts where it says none.
   */
  type: "bool" | "text" | "list";
  /**
   * Value to what it means, in Chinese; of a text or a list.
   */
  values?: {
    [k: string]: string;
  };
}
/**
 * One pair of functions.
 */
export interface RawDuty {
  /**
   * What the pair is called, in Chinese.
   */
  title: string;
  when?: Predicate;
  /**
   * Where they are kept apart.
   *
   * @minItems 1
   */
  on: ["document" | "person", ...("document" | "person")[]];
  /**
   * On a document only who has done the first is kept from the second, not the other way round. Left out: in either order.
   */
  oneWay?: true;
  a: RawFirstAct;
  b: RawSecondAct;
  /**
   * Where the two are about documents of two kinds: a field of the first to the field of the second that it equals.
   */
  link?: {
    [k: string]: FieldName;
  };
}
/**
 * The one function.
 */
export interface RawFirstAct {
  of: EntityName;
  /**
   * Transitions.
   *
   * @minItems 1
   */
  do?: [string, ...string[]];
  /**
   * By a form: that a document is made, that it is changed.
   *
   * @minItems 1
   */
  save?: ["create" | "edit", ...("create" | "edit")[]];
  where?: Predicate;
  /**
   * Pages on which the right to it counts, where people may not hold both. Left out: every page of the kind.
   *
   * @minItems 1
   */
  at?: [number, ...number[]];
}
/**
 * The other.
 */
export interface RawSecondAct {
  of: EntityName;
  /**
   * Transitions.
   *
   * @minItems 1
   */
  do?: [string, ...string[]];
  /**
   * By a form: that a document is made, that it is changed.
   *
   * @minItems 1
   */
  save?: ["create" | "edit", ...("create" | "edit")[]];
  where?: Predicate;
  /**
   * Pages on which the right to it counts, where people may not hold both. Left out: every page of the kind.
   *
   * @minItems 1
   */
  at?: [number, ...number[]];
}
/**
 * One setting.
 */
export interface RawSetting {
  /**
   * What it is called, in Chinese.
   */
  title: string;
  /**
   * The group it stands in on its page.
   */
  group: string;
  /**
   * Whose page shows it: the shop's, that of its website, or the administrator's alone.
   */
  scope?: "shop" | "website" | "system";
  /**
   * What its value is, as the type of a field.
   */
  type: "text" | "int" | "bool" | "money" | "rate" | "date" | "enum" | "url";
  /**
   * What it does, in a sentence.
   */
  help: string;
  /**
   * The unit of a number, e.g. 天.
   */
  unit?: string;
  /**
   * Least value of a number, as decimal text or number.
   */
  min?: string | number;
  /**
   * Greatest value of a number.
   */
  max?: string | number;
  /**
   * Most characters of a text.
   */
  length?: number;
  /**
   * Of an enum: code to what it means, in Chinese.
   */
  values?: {
    [k: string]: string;
  };
  default?: Scalar;
  /**
   * Instead of a default: what it means that nothing is set, e.g. 不限额.
   */
  empty?: string;
}
/**
 * One limit.
 */
export interface RawDayLimit {
  /**
   * What is limited, in Chinese.
   */
  title: string;
  when?: Predicate;
  setting: SettingKey;
  /**
   * The functions, each with the amount of a document that counts.
   *
   * @minItems 1
   */
  acts: [RawLimitedAct, ...RawLimitedAct[]];
}
/**
 * One of them.
 */
export interface RawLimitedAct {
  of: EntityName;
  /**
   * Transitions.
   *
   * @minItems 1
   */
  do: [string, ...string[]];
  amount: FieldName;
}
/**
 * One group.
 */
export interface RawStandardGroup {
  /**
   * What it is called, in Chinese.
   */
  title: string;
  /**
   * Whose users it is for.
   */
  kind: "own" | "supplier" | "bidder";
  /**
   * Every page of its side, those of later too; of its own it says none.
   */
  everything?: boolean;
  /**
   * What it may do.
   *
   * @minItems 1
   */
  grants?: [RawStandardGrant, ...RawStandardGrant[]];
}
/**
 * Pages with the functions on them.
 */
export interface RawStandardGrant {
  /**
   * The pages.
   *
   * @minItems 1
   */
  pages: [number, ...number[]];
  /**
   * Function keys; on each page those count that it has. Left out: all of them.
   *
   * @minItems 1
   */
  functions?: [string, ...string[]];
}
/**
 * What a user does to documents of one kind.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawAct".
 */
export interface RawAct {
  of: EntityName;
  /**
   * Transitions.
   *
   * @minItems 1
   */
  do?: [string, ...string[]];
  /**
   * By a form: that a document is made, that it is changed.
   *
   * @minItems 1
   */
  save?: ["create" | "edit", ...("create" | "edit")[]];
  where?: Predicate;
  /**
   * Pages on which the right to it counts, where people may not hold both. Left out: every page of the kind.
   *
   * @minItems 1
   */
  at?: [number, ...number[]];
  amount?: FieldName;
}
/**
 * Who may, on which rows, under which conditions, and what else happens.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawWriteRule".
 */
export interface RawWriteRule {
  /**
   * Sides whose users may.
   *
   * @minItems 1
   */
  by?: [Party, ...Party[]];
  when?: Predicate;
  /**
   * Conditions on the saved row, with its computed fields; the first that fails answers with its message and nothing is saved.
   */
  guards?: RawGuard[];
  /**
   * What else happens, in order.
   */
  effects?: RawEffect[];
  /**
   * Conditions on the row with its computed fields, asked by the server and told beside the field, all that fail at once.
   */
  rules?: RawGuard[];
  /**
   * What a visitor fills in, texts and pictures alone; a field may be called by another title.
   *
   * @minItems 1
   */
  sections?: [RawSection, ...RawSection[]];
  /**
   * Fields that a visitor must fill in, although others need not.
   *
   * @minItems 1
   */
  required?: [FieldName, ...FieldName[]];
}
/**
 * What happens to rows of another entity.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawRelatedEffect".
 */
export interface RawRelatedEffect {
  entity: EntityName;
  each?: EntityName;
  /**
   * Of a changed row: what was added for it as it was before is taken back.
   */
  anew?: boolean;
  match?: ValueMap;
  set?: ValueMap;
  by?: ValueMap;
  values?: ValueMap;
  /**
   * Field of this row that keeps a field of the new one, e.g. {"PayBillid": "Billid"}.
   */
  keep?: {
    [k: string]: FieldName;
  };
  /**
   * A transition of theirs that the system may run.
   */
  action?: string;
}
/**
 * What holds in one case.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawCase".
 */
export interface RawCase {
  when?: Predicate;
  value: Scalar;
  tone?: ToneName;
}
/**
 * Rows of another entity.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawRows".
 */
export interface RawRows {
  of?: EntityName;
  field?: FieldName;
  /**
   * Field of the other entity to the field of this one that it equals. Left out: the lines of this row.
   */
  on?: {
    [k: string]: FieldName;
  };
  join?: Join;
  where?: Predicate;
  /**
   * Fields whose equal rows become one row; the others then say how they are aggregated.
   *
   * @minItems 1
   */
  by?: [FieldName, ...FieldName[]];
  /**
   * Field of the view to where it comes from: `field`, `alias.field`, or an object holding a plain value or a calculation. Left out: empty.
   */
  fields?: {
    [k: string]: RawUnionSource1;
  };
  /**
   * Instead of `of`: rows of several entities, one below the other. Fields of the view then say nothing of where they come from.
   *
   * @minItems 2
   */
  union?: [RawUnionPart1, RawUnionPart1, ...RawUnionPart1[]];
}
/**
 * Rows of one entity.
 */
export interface RawUnionPart1 {
  of: EntityName;
  join?: Join;
  where?: Predicate;
  /**
   * Field of the view to where it comes from: `field`, `alias.field`, or an object holding a plain value or a calculation. Left out: empty.
   */
  fields: {
    [k: string]: RawUnionSource2;
  };
}
/**
 * A number over rows.
 *
 * This interface was referenced by `RawFiles`'s JSON-Schema
 * via the `definition` "RawMeasure".
 */
export interface RawMeasure {
  /**
   * What it is called: the title of a card, a name in the legend.
   */
  title?: string;
  /**
   * count, or how the field is aggregated.
   */
  of: "count" | "sum" | "avg" | "max";
  field?: FieldName;
  where?: Predicate;
  tone?: ToneName;
}
