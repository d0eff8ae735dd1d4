import type { FilterControl } from "../../../shared/protocol/screen.ts";
import { choice } from "./choice.tsx";
import { daterange } from "./daterange.tsx";
import type { FilterKind } from "./filter-kind.ts";
import { flag } from "./flag.tsx";
import { number } from "./number.tsx";
import { text } from "./text.tsx";

/** Every filter control of the protocol. A control without a kind does not compile. */
export const FILTER_KINDS = { text, choice, daterange, number, flag } satisfies Record<FilterControl, FilterKind>;
