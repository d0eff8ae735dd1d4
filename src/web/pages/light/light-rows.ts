import type { ListLook } from "../../../shared/domain/list/list-look.ts";
import type { ROW_HEIGHTS } from "../../../shared/domain/list/page-size.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenColumn, ScreenModel } from "../../../shared/protocol/screen.ts";

/** What the light list is drawn of. */
export interface LightRows {
  readonly screen: ScreenModel;
  /** What the list opens with. */
  readonly look: ListLook;
  /** Those that the user has not hidden, as arranged. */
  readonly columns: readonly ScreenColumn[];
  /** As many as can be seen. */
  readonly rows: readonly WireRow[];
  readonly sums: Readonly<Record<string, string>>;
  readonly hasTicks: boolean;
  readonly density: keyof typeof ROW_HEIGHTS;
}
