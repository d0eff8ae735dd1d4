import type { CheckName, Predicate } from "../registry/language.ts";
import type { Derived, FieldType, PicturePart, ReadFrom, Setting } from "../registry/model.ts";
import type { StatusLabel, WireRow, WireValue } from "./list.ts";

/**
 * What a user may write on a page: made by the server from the entity and the viewer, drawn by the browser, and what the
 * server checks a saving against. Both sides run the same functions over it (src/shared/domain/form).
 */
export interface FormSpec {
  readonly sections: readonly { readonly title: string; readonly fields: readonly string[] }[];
  /** Every field of the form, shown or only calculated with, by name. */
  readonly fields: Readonly<Record<string, FormField>>;
  readonly lines: readonly FormLines[];
  readonly rules: readonly FormRule[];
  /** What may stand in the value of a setting, by its key; left out: the form has no such field. */
  readonly settings?: Readonly<Record<string, Setting>>;
}

export interface FormField {
  readonly name: string;
  readonly title: string;
  readonly type: FieldType;
  /** For enum: whether its codes are whole numbers or texts. */
  readonly codeType: "int" | "text";
  readonly note: string;
  readonly isRequired: boolean;
  /** May be given for a new row only. */
  readonly isFixed: boolean;
  /** May be written by the user; else it is shown (derived) or only known. */
  readonly isWritable: boolean;
  readonly length: number | null;
  readonly minLength: number | null;
  /** Bounds as decimal text. */
  readonly min: string | null;
  readonly max: string | null;
  readonly check: CheckName | null;
  /** Full-width letters and digits are typed as usual ones; left out: no. */
  readonly isIdentity?: true;
  /** The value of the setting whose key stands in this field; left out: it is none. */
  readonly setting?: string;
  readonly input: "place" | "known" | "functions" | "scopes" | null;
  /** Codes to choose from, for enum and bool. */
  readonly options: readonly StatusLabel[];
  /** For ref: what other fields narrow the choice (own field names). */
  readonly narrowedBy: readonly string[];
  readonly derived: Derived | null;
  readonly prefill: { readonly via: string; readonly field: string } | null;
  /** Proposed from what is read on a picture of the images field `via`, as soon as it is uploaded. */
  readonly readFrom: ReadFrom | null;
  /** What a new row starts with. */
  readonly initial: WireValue | null;
}

export interface FormLines {
  readonly entity: string;
  readonly title: string;
  /** Columns of the table, left to right. */
  readonly columns: readonly string[];
  readonly fields: Readonly<Record<string, FormField>>;
  readonly sums: readonly string[];
  /** The head's ref field that proposes lines when it is chosen; null: none. */
  readonly sourceVia: string | null;
}

/** A condition over the head's fields, told beside `field`. */
export interface FormRule {
  readonly when: Predicate | null;
  readonly require: Predicate;
  readonly message: string;
  readonly field: string;
}

/** What is wrong with a form. `entity` and `line` (from 0) where it is a line's field; `field` empty: the whole. */
export interface FormProblem {
  readonly entity?: string;
  readonly line?: number;
  readonly field: string;
  readonly message: string;
}

/** A choice of a ref field (Module/{id}/Options). `fill` holds what the chosen row gives to copied and proposed fields. */
export interface RefOption {
  readonly value: string;
  readonly label: string;
  readonly fill: WireRow;
  /** What is to know of it before it is chosen, e.g. its free places. */
  readonly note?: string;
  /** It stands there to be seen; choosing it would be refused later. */
  readonly isClosed?: true;
}

/** Result of Module/{id}/Save. On Code 400 `problems`, on Code 409 `current`: the row as it is now, and who changed it when. */
export interface SaveResult {
  readonly id: number;
  readonly rowver: number;
  /** Something the user must know now and never again, e.g. a first password. */
  readonly notice?: string;
  readonly problems?: readonly FormProblem[];
  readonly current?: { readonly row: WireRow; readonly actor: string; readonly time: string };
}

/** Result of ImageContent/GetImageContent: what the QR code of an invoice says. */
export interface ImageContent {
  /** The number of this recognition: the one that was sent, else one of its own. */
  readonly chkid: string;
  /** Empty for fully digital invoices. */
  readonly Code: string;
  readonly Number: string;
  /** As the code tells it: without tax on paper, with it on digital invoices. */
  readonly amount: string;
  /** `yyyy-MM-dd` */
  readonly date: string;
  /** The same for forms (a field's `readFrom`); null: the code does not tell it. */
  readonly parts: Readonly<Record<PicturePart, WireValue>>;
}
