import type { SheetPlan } from "../../protocol/export.ts";
import type { WireRow } from "../../protocol/list.ts";
import { RunningSums } from "../row-sums.ts";
import { isSameGroup } from "./row-groups.ts";
import { dataRow, footerRow, headRow, type SheetRow, subtotalRow } from "./sheet-rows.ts";

/**
 * The rows of a list as those of a sheet, as they come: the index from 1, below each group what it comes to, and the sums of all at the end.
 * Browser and server write files by it alike (docs/decisions/122). Of the rows that came before it keeps sums only.
 */
export class SheetLines {
  readonly #plan: SheetPlan;
  readonly #sums: RunningSums;
  #ofGroup: RunningSums;
  #count = 0;
  #last: WireRow | null = null;

  constructor(plan: SheetPlan) {
    this.#plan = plan;
    this.#sums = new RunningSums(plan.footer?.sums ?? []);
    this.#ofGroup = new RunningSums(plan.footer?.sums ?? []);
  }

  /** Rows until now. */
  get count(): number {
    return this.#count;
  }

  head(): SheetRow {
    return headRow(this.#plan);
  }

  /** The lines of a row: where it begins another group, what the one before came to stands above it. */
  add(row: WireRow): readonly SheetRow[] {
    const { group } = this.#plan;
    this.#count += 1;
    this.#sums.add(row);
    const line = dataRow(this.#plan, row, this.#count);
    if (group === undefined) return [line];
    const closed = this.#last !== null && !isSameGroup(group, this.#last, row) ? [this.#closeGroup(this.#last)] : [];
    this.#ofGroup.add(row);
    this.#last = row;
    return [...closed, line];
  }

  /** The lines below the last row. */
  end(): readonly SheetRow[] {
    const footer = footerRow(this.#plan, this.#sums.texts());
    return [...(this.#last === null ? [] : [this.#closeGroup(this.#last)]), ...(footer === null ? [] : [footer])];
  }

  #closeGroup(last: WireRow): SheetRow {
    const line = subtotalRow(this.#plan, last, this.#ofGroup.count, this.#ofGroup.texts());
    this.#ofGroup = new RunningSums(this.#plan.footer?.sums ?? []);
    return line;
  }
}
