import type { FilterControl } from "../../shared/protocol/screen.ts";
import type { FilterKind } from "./filter-kind.ts";
import { choice } from "./filters/choice.tsx";
import { daterange } from "./filters/daterange.tsx";
import { flag } from "./filters/flag.tsx";
import { number } from "./filters/number.tsx";
import { text } from "./filters/text.tsx";

/** Every filter control of the protocol. A control without a kind does not compile. */
export const FILTER_KINDS = { text, choice, daterange, number, flag } satisfies Record<FilterControl, FilterKind>;
