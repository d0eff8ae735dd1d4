import type { ToneName } from "../registry/generated/raw.ts";
import type { FilterControl } from "../registry/language.ts";
import type { ChainActor, Dict, DrawnFormat, Form, KindOfPage, Measure, Setting, Ticks } from "../registry/model.ts";
import type { FormSpec } from "./form.ts";
import type { Operator, StatusLabel, WireRow, WireValue } from "./list.ts";
import type { OwnList } from "./own-list.ts";

/*
 * Long on purpose: all that the server tells the browser about a module and a document, to be read on one page.
 */

/** What one signed-in user may see of one module: the server's projection of the registry (Registry/GetModule). */
export interface ScreenModel {
  readonly MdlId: number;
  readonly name: string;
  readonly title: string;
  readonly path: string;
  readonly page: PageKind;
  /** For page kind override: the key of the hand-written page. */
  readonly override: string | null;
  /** What the page is for, in a short paragraph; empty: nobody wrote it down. */
  readonly help: string;
  /** Older numbering used by the footer rules (docs/decisions/10); equals MdlId where none is declared. */
  readonly tableKey: number;
  /** Those that are always in view come first, and are fixed at the left (docs/decisions/113). */
  readonly columns: readonly ScreenColumn[];
  /** Fields of columns that a card on a phone shows below the fixed ones. */
  readonly card: readonly string[];
  readonly filters: readonly ScreenFilter[];
  /** Titles of the to-dos that the user has here: their rows come first, whatever their age (docs/decisions/114). Empty: nothing waits for him. */
  readonly waiting: readonly string[];
  /** null: the table has no footer row, and the page size is computed with 250 instead of 280 px. */
  readonly footer: { readonly label: string; readonly sums: readonly ScreenSum[] } | null;
  readonly defaultSort: readonly { readonly field: string; readonly order: "asc" | "desc" }[];
  readonly actions: readonly ScreenAction[];
  /** Function keys this user holds on the module, lower case: query, export, print, … */
  readonly functions: readonly string[];
  readonly show: {
    /** The field whose value names one row in headings and tabs, e.g. Billid. */
    readonly titleField: string;
    readonly sections: readonly { readonly title: string; readonly fields: readonly ScreenColumn[] }[];
    readonly lines: readonly ScreenLines[];
  };
  readonly print: readonly { readonly template: string; readonly title: string }[];
  /** What the user may write here by a form; null: nothing. */
  readonly form: FormSpec | null;
  /** For page kind form: how rows become settings, or the user's own row. */
  readonly settings: SettingsForm | null;
  /** For page kind tree. */
  readonly tree: { readonly key: string; readonly label: string } | null;
  /** For page kind stats. */
  readonly stats: ScreenStats | null;
  /** What the user has made of the list for himself; left out: nothing. */
  readonly own?: OwnList;
  /** Version of the registry this model was made from. */
  readonly version: string;
}

export type PageKind = KindOfPage;

export interface ScreenSum {
  readonly field: string;
  readonly decimals: number;
  /** It is no sum of its values, but the one field's sum by the other's. */
  readonly ratio?: readonly [numerator: string, divisor: string];
}

/** How a value is drawn: one entry each in src/web/kinds/columns/column-kinds.ts. */
export type ColumnFormat = DrawnFormat;

/** How good or bad a status is; the web maps it to a colour. */
export type Tone = ToneName;

export interface ScreenColumn {
  readonly field: string;
  readonly title: string;
  readonly format: ColumnFormat;
  /** px */
  readonly width: number;
  readonly align: "left" | "right" | "center";
  readonly fixed: "left" | "right" | null;
  readonly sortable: boolean;
  /** For format `status`. The text actually shown travels beside the value, see {@link labelKey}. */
  readonly labels: readonly StatusLabel[];
}

export type { FilterControl } from "../registry/language.ts";

export interface ScreenFilter {
  readonly field: string;
  readonly title: string;
  readonly control: FilterControl;
  readonly operator: Operator;
  readonly options: readonly StatusLabel[];
  /** Ready value of a new page, e.g. the last 31 days as two dates; null: empty. */
  readonly initial: readonly [string, string] | string | null;
  /** Rows are told by it, so who asks by it asks for rows of any age (docs/decisions/114). */
  readonly isNumber: boolean;
}

/** A button. Whether it is allowed on one row is told by the row's `_actions` (list and Get). */
export interface ScreenAction {
  readonly action: string;
  readonly title: string;
  readonly functionKey: string;
  /** What it does: changes a state, opens a form, opens another page, puts pictures to the row or takes them away. */
  readonly kind: ActionKind;
  /** Asks for a reason before it is sent; what it is called is in `reasonTitle`. */
  readonly needsReason: boolean;
  readonly reasonTitle: string;
  /** Lines to tick first; the action is sent with the ids of the ticked ones. */
  readonly ticks: Ticks | null;
  /** Runs on every row of the page that allows it; none is ticked. */
  readonly all: boolean;
  /** For kind open: the other page's path, and its fields with the fields here that they start with. */
  readonly open: { readonly path: string; readonly page: "create" | "list"; readonly with: Readonly<Record<string, string>> } | null;
  /** It destroys: drawn red. */
  readonly danger: boolean;
  /** May run on several selected rows at once. */
  readonly bulk: boolean;
  /** What it would do is read before it is confirmed (Module/{id}/Preview). */
  readonly hasPreview?: true;
  /** The next step of the rows that offer it: it leads on in their course (docs/decisions/116). */
  readonly isNext?: true;
  /** The action of this page by which this user may take it back; left out: there is none, so that he is asked before. */
  readonly undo?: string;
}

export type ActionKind =
  | "transition"
  | "create"
  | "edit"
  | "delete"
  | "grant"
  | "restore"
  | "generate"
  | "import"
  | "open"
  | "attach"
  | "detach";

/** Numbers over the filtered rows (Module/{id}/GetStats answers them in the same order). */
export interface ScreenStats {
  readonly cards: readonly { readonly title: string; readonly tone: Tone; readonly format: ColumnFormat }[];
  readonly charts: readonly {
    readonly title: string;
    readonly kind: "line" | "column" | "pie";
    readonly by: ScreenColumn;
    readonly measures: readonly (Measure & { readonly format: ColumnFormat })[];
  }[];
}

/** Result of GetStats: one number a card; a chart has one point for each value of its axis. Decimals as text. */
export interface StatsResult {
  readonly cards: readonly (string | null)[];
  readonly charts: readonly { readonly points: readonly ChartPoint[] }[];
}

/** One value of a chart's axis, in words and as {@link RowGroup} has it, with one number a measure. */
export interface ChartPoint {
  readonly by: string;
  readonly value: WireValue;
  readonly values: readonly (string | null)[];
}

/** Result of GetGrants: what a group may do, and what of it the viewer may give or take. */
export interface GrantsResult {
  readonly isAll: boolean;
  /** The viewer may give everything, later modules included. */
  readonly mayGrantAll: boolean;
  readonly groups: readonly {
    readonly title: string;
    readonly modules: readonly {
      readonly MdlId: number;
      readonly title: string;
      readonly functions: readonly { readonly key: string; readonly title: string; readonly isHeld: boolean; readonly mayGrant: boolean }[];
    }[];
  }[];
}

/** Result of GetRights: what somebody may, page by page; columns only of the one page that was asked for. */
export interface RightsResult {
  /** The side, and the profile of the shop. */
  readonly role: string;
  readonly group: string;
  /** Why nobody of them can sign in; empty: they can. */
  readonly faults: readonly string[];
  readonly pages: readonly {
    readonly module: number;
    readonly title: string;
    /** The shop's contract is over, and the page is closed for that. */
    readonly isClosed: boolean;
    readonly functions: readonly { readonly key: string; readonly title: string }[];
    readonly actions: readonly { readonly name: string; readonly title: string; readonly key: string; readonly rows: string }[];
    readonly rows: string;
    readonly fields: readonly { readonly name: string; readonly title: string; readonly told: string }[];
  }[];
}

/** Result of GetWhy: what decides a right, one word of the files after the other. */
export interface WhyResult {
  readonly may: boolean;
  readonly steps: readonly { readonly verdict: "allows" | "refuses" | "limits" | "notes"; readonly text: string; readonly place: string }[];
}

export interface ScreenLines {
  readonly entity: string;
  readonly title: string;
  readonly columns: readonly ScreenColumn[];
  readonly sums: readonly { readonly field: string; readonly decimals: number }[];
}

/**
 * Rows carry, beside each status field `X`, its text in `X_text` and tone in `X_tone` (display rules are evaluated by the server,
 * once), in `X_shown` what screens say where that is another word, and `_actions`: the actions this row allows this user now.
 */
export const labelKey = (field: string): string => `${field}_text`;
export const shownKey = (field: string): string => `${field}_shown`;
export const toneKey = (field: string): string => `${field}_tone`;
export const ACTIONS_KEY = "_actions";

/** A status as screens say it; undefined for a field that has no texts (docs/decisions/22). */
export function shownText(row: WireRow, field: string): string | undefined {
  const text = row[shownKey(field)] ?? row[labelKey(field)];
  return text === undefined || text === null ? undefined : String(text);
}

/** Result of Module/{id}/Get. */
export interface ShowResult {
  readonly row: WireRow;
  readonly lines: Readonly<Record<string, readonly WireRow[]>>;
  readonly lineSums: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Allowed now on this row. */
  readonly actions: readonly string[];
  /** Newest first. */
  readonly events: readonly ShowEvent[];
  /** The documents before and after this one, as far as the viewer may see them; empty where its kind stands in no chain. */
  readonly chain: readonly ChainStep[];
  /** Documents of other pages that name this one; only of pages that have such tables. */
  readonly tables?: readonly DocumentTable[];
}

/** Documents in a table on the page of another one, e.g. the bills of a merged payment. */
export interface DocumentTable extends ScreenLines {
  /** Address of the page they are read by; the first column leads there. */
  readonly path: string;
  readonly rows: readonly WireRow[];
  readonly totals: Readonly<Record<string, string>>;
}

export interface ShowEvent {
  readonly action: string;
  readonly title: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  readonly actor: string;
  readonly time: string;
}

/** One kind of document of the chain, e.g. the statements an acceptance is settled by. */
export interface ChainStep {
  /** What such a document is called. */
  readonly title: string;
  /** The document the page shows is one of them. */
  readonly isCurrent: boolean;
  readonly count: number;
  /** There are more than were counted. */
  readonly isCut: boolean;
  /** Over all of them; null: there is none, or it is not the viewer's to read. */
  readonly amount: string | null;
  /** What is still missing of them. */
  readonly gap: { readonly title: string; readonly amount: string } | null;
  /** The first of them. */
  readonly documents: readonly ChainDocument[];
  readonly waits: readonly ChainWait[];
}

export interface ChainDocument {
  readonly id: number;
  readonly number: string;
  /** Address of its page. */
  readonly path: string;
  readonly state: { readonly text: string; readonly tone: Tone } | null;
  readonly amount: string | null;
  /** A day to look forward to, e.g. the planned day of payment. */
  readonly due: { readonly title: string; readonly day: string } | null;
}

/** Who acts next on documents of a step. */
export interface ChainWait {
  readonly side: ChainActor;
  /** What is to be done. */
  readonly title: string;
  readonly count: number;
  /** For how many days the oldest has been waiting; null: nobody wrote down since when. */
  readonly days: number | null;
  /** It is the viewer's side that acts. */
  readonly isOwn: boolean;
  /** What holds the chain up now. */
  readonly isNext: boolean;
}

/** One entry of the menu tree. Groups have PrtId 0 and children. */
export interface MenuEntry {
  readonly MdlId: number;
  readonly PrtId: number;
  readonly path: string;
  readonly aliases: readonly string[];
  readonly name: string;
  readonly title: string;
  /** How the title sounds: one syllable for each character, with a space between. Empty for groups. */
  readonly pinyin: string;
  readonly icon: string;
  /** Of a group: its icon as an SVG path; empty: it has none. */
  readonly drawing?: string;
  readonly hidden: boolean;
  readonly alwaysShow: boolean;
  readonly affix: boolean;
  /** The call that counts what waits there, for users who are reminded of it by a red dot. */
  readonly reminder?: string;
  readonly children: readonly MenuEntry[];
}

/** Result of Registry/GetModules. */
export interface MenuResult {
  readonly title: string;
  readonly version: string;
  readonly modules: readonly MenuEntry[];
  /** Addresses of the pages that are there but not granted to this user: asking for one is refused, not unknown. */
  readonly closed: readonly { readonly path: string; readonly aliases: readonly string[] }[];
  /** The only addresses that are open to this user while the shop's contract is over; null: no limit. */
  readonly limit: readonly string[] | null;
}

/** Result of Comm/UserCheck, and of a sign-in that came too early. */
export interface SignInWait {
  /** Seconds until the next sign-in with this name from here is heard; 0: it is. */
  readonly wait: number;
  /** Goes with that sign-in, to show that it has waited; "": it needs none. */
  readonly ticket: string;
}

/** One of Usr/GetSessions: where the user is signed in. */
export interface OpenSession {
  readonly id: string;
  /** The one that asks. */
  readonly isOwn: boolean;
  /** When it began and was last used, `YYYY-MM-DD HH:mm:ss`. */
  readonly created: string;
  readonly seen: string;
  readonly ip: string;
  /** What the browser calls itself. */
  readonly agent: string;
}

/** The answer of /connect/token: the one without an envelope. */
export interface TokenReply {
  readonly access_token: string;
  readonly token_type: "Bearer";
  readonly expires_in: number;
  /** The password was given by somebody else: nothing but Usr/UpdateUsrPass and login/logout can be called before another one is chosen. */
  readonly change_password?: true;
  /** Comes with it: the least length of that one. */
  readonly password_length?: number;
  /** The user's rights require a second factor: nothing but its setting up and login/logout can be called before (docs/decisions/86). */
  readonly enrol_second_factor?: true;
  /** What the browser is known by from now on; only where it sent what it was known by. */
  readonly device?: string;
}

/** What comes with the refusal (422) of /connect/token where a second factor is asked for: goes with the code, grant_type second_factor. */
export interface SecondStep {
  readonly proof: string;
}

/** Result of login/GetSignInWays. */
export interface SignInWaysResult {
  /** A provider of identity is set. */
  readonly enterprise: boolean;
  /** Who may sign in by password: everybody, or a few for when the provider is down. */
  readonly password: "all" | "few";
}

/** Result of login/BeginEnterprise. */
export interface EnterpriseStart {
  /** The provider's page. */
  readonly url: string;
  /** Goes with what the provider sends back. */
  readonly flow: string;
}

/** Result of login/logout for who came by the provider of identity; null for others. */
export interface LogoutResult {
  /** The provider's page that ends the session there. */
  readonly url: string;
}

/** Result of Usr/GetSecondFactor. */
export interface FactorResult {
  readonly isOn: boolean;
  /** `YYYY-MM-DD HH:mm:ss`; empty: there is none. */
  readonly since: string;
  /** Recovery codes that have not been used. */
  readonly codesLeft: number;
  /** The user's rights require one. */
  readonly isRequired: boolean;
  /** Changes ask for the password; else for a sign-in at the provider of identity within ten minutes. */
  readonly asksPassword: boolean;
}

/** Result of Usr/BeginSecondFactor. */
export interface FactorOffer {
  /** Base32, to be typed into an app. */
  readonly secret: string;
  /** otpauth://, to be scanned by one. */
  readonly uri: string;
  /** Goes with the code that shows the app has it. */
  readonly proof: string;
}

/** Recovery codes; told once. */
export interface RecoveryCodes {
  readonly codes: readonly string[];
}

/** Result of login/GetUserInfo. */
export interface UserInfo {
  readonly mdl: readonly { readonly MdlId: number; readonly Funcs: string }[];
  readonly user: SessionUser;
  readonly shell: ShellInfo;
}

/** A page of settings, or of the user's own row. */
export interface SettingsForm extends Form {
  /** mode settings: the field with a setting's key, and what the settings declare, by key. */
  readonly key: string | null;
  readonly declared: Dict<Setting>;
}

/** What the frame around the pages depends on beside the user: flags of the shop's profile, and what the shop has set. */
export interface ShellInfo {
  /** The shop's logo in the title bar, and the account's links in place of its menu. */
  readonly ownLayout: boolean;
  /** The shop takes advice from its suppliers. */
  readonly hasAdvice: boolean;
  /** The shop's own colour in both looks; null: the portal's. */
  readonly brand: { readonly light: string; readonly dark: string } | null;
  /** The drawing that stands in place of the portal's mark; empty: that mark. */
  readonly mark: string;
  /** The address of the shop's logo; empty: none. */
  readonly logo: string;
  /** For suppliers: an uploaded picture's address, or the text of a code. Empty: none is set, or the user is no supplier. */
  readonly miniQr: string;
  /** Least length of a new password. */
  readonly passwordLength: number;
  /** Largest file that may be uploaded, in MB. */
  readonly uploadMegabytes: number;
}

/** The session's user, with the specification's field names. */
export interface SessionUser {
  readonly USER_ID: string;
  readonly UsrName: string;
  readonly SHOP_ID: string;
  readonly ShopName: string;
  /** Empty for shop users. */
  readonly PROV_ID: string;
  readonly SupplierName: string;
  readonly company_providerDisplayName: string;
  readonly isconfirm: boolean;
  readonly isout: number;
  readonly lastoutday: number | null;
  readonly CurMdl: readonly { readonly MdlId: number; readonly Funcs: string }[];
}
