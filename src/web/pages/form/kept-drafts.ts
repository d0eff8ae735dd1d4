import type { WireRow } from "../../../shared/protocol/list.ts";
import type { Draft, FormDraft } from "./form-draft.ts";

/** A form as it was left: how it began, how far it came, and when. */
export interface KeptForm {
  readonly time: number;
  readonly start: FormDraft;
  readonly now: FormDraft;
}

const PREFIX = "form-draft:";

/** Keeps a form for this tab. A storage that is full keeps nothing, and nobody is disturbed. */
export function keepDraft(name: string, form: KeptForm): void {
  try {
    sessionStorage.setItem(
      PREFIX + name,
      JSON.stringify(form, (_key, value: unknown) => (value instanceof Set ? [...value] : value)),
    );
  } catch {
    forgetDraft(name);
  }
}

/** The form kept under a name; null: none, or one that cannot be read any more. */
export function readDraftOf(name: string): KeptForm | null {
  try {
    const { time, start, now } = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? "") as PackedForm;
    return { time, start: unpack(start), now: unpack(now) };
  } catch {
    return null;
  }
}

export function forgetDraft(name: string): void {
  sessionStorage.removeItem(PREFIX + name);
}

interface PackedDraft {
  readonly values: WireRow;
  readonly written: readonly string[];
}
interface Packed {
  readonly head: PackedDraft;
  readonly lines: Readonly<Record<string, readonly (PackedDraft & { readonly key: string })[]>>;
}
interface PackedForm {
  readonly time: number;
  readonly start: Packed;
  readonly now: Packed;
}

function unpack({ head, lines }: Packed): FormDraft {
  const rows = Object.entries(lines).map(
    ([entity, all]) => [entity, all.map((line) => ({ ...open(line), key: `kept-${line.key}` }))] as const,
  );
  return { head: open(head), lines: Object.fromEntries(rows) };
}

const open = ({ values, written }: PackedDraft): Draft => ({ values, written: new Set(written) });
