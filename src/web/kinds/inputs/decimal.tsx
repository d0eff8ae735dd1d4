import { isScaled } from "../../../shared/domain/cell.ts";
import { groupedText } from "../../../shared/domain/decimal-text.ts";
import { SCALE } from "../../../shared/domain/scaled.ts";
import type { FormField } from "../../../shared/protocol/form.ts";
import { numberKind } from "./number-kind.tsx";

const grouped = (digits: string, { type }: FormField): string => groupedText(digits, isScaled(type) ? SCALE[type] : 0);

/** Money and quantities. The value is the digits as typed. */
export const decimal = numberKind({ group: grouped, show: (value, field) => grouped(String(value), field) });
