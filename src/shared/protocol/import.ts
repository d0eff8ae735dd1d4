/** What becomes of a file with refused rows: nothing is brought in, or all the others are. */
export type ImportMode = "all" | "good";

/** What a run is at: every row is tried, written, taken back as one was refused, or undone as somebody asked for. */
export type ImportPhase = "check" | "write" | "back" | "undo";

/** Result of Import/GetForm: what the dialog of a page needs before there is a file. */
export interface ImportForm {
  /** What one such row is called. */
  readonly title: string;
  readonly columns: readonly ImportHeading[];
  /** What can be done to each new document at once, with its title; empty: nothing, or it is not the viewer's to do. */
  readonly follow: readonly string[];
  readonly mayCreate: boolean;
  readonly mayUpdate: boolean;
  /** The viewer's own latest runs on this page, the newest first. */
  readonly runs: readonly ImportRunView[];
}

export interface ImportHeading {
  readonly name: string;
  readonly title: string;
  readonly isKey: boolean;
  readonly isRequired: boolean;
  readonly isUpdatable: boolean;
}

/** Result of Import/Upload, Import/Start, Import/Status and Import/Undo: a run as it stands. */
export interface ImportRunView {
  readonly run: number;
  readonly number: string;
  readonly page: string;
  readonly file: string;
  readonly rows: number;
  readonly user: string;
  /** `yyyy-MM-dd HH:mm:ss` */
  readonly createtime: string;
  readonly mode: ImportMode | null;
  readonly state: string;
  readonly stateTitle: string;
  readonly phase: ImportPhase | null;
  /** Of the phase, in percent. */
  readonly percent: number;
  /** Work goes on: ask again. */
  readonly isUnderWay: boolean;
  readonly created: number;
  readonly updated: number;
  readonly same: number;
  readonly refused: number;
  /** What came of it, in words. */
  readonly message: string;
  readonly hasProblems: boolean;
  readonly mayUndo: boolean;
  /** Things to be told once, such as first passwords, wait to be fetched (Import/Notices). */
  readonly hasNotices: boolean;
  /** Address of the page of all runs; null: it is not the viewer's, or he is there. */
  readonly list: string | null;
}

/** What would become of a row. */
export type RowState = "created" | "updated" | "same" | "refused";

/** Result of Import/Preview: the first rows as they would be brought in. Nothing has been kept. */
export interface ImportPreview {
  /** The file's own, by place; name null: the column is nothing that is brought in. */
  readonly headings: readonly { readonly name: string | null; readonly title: string }[];
  readonly rows: readonly PreviewRow[];
  /** Rows of the whole file. */
  readonly total: number;
  readonly counts: Readonly<Record<RowState, number>>;
  /** What to know of the file as a whole, e.g. that it can only change rows. */
  readonly hints: readonly string[];
}

export interface PreviewRow {
  /** As Excel numbers it. */
  readonly line: number;
  readonly state: RowState;
  readonly cells: readonly string[];
  readonly problems: readonly { readonly column: string | null; readonly message: string }[];
}

/** Result of Import/Notices. */
export interface ImportNotices {
  readonly notices: readonly string[];
}

/** A file that can be brought in. */
export const IMPORT_EXTENSIONS = ["xlsx", "xls", "csv"] as const;
export const MOST_IMPORT_MB = 32;
export const IMPORT_TOO_LARGE = `文件不能超过 ${MOST_IMPORT_MB} MB，请分成几个文件导入`;
