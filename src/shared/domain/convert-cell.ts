import type { Field, FieldType } from "../registry/model.ts";
import { type Cell, isScaled } from "./cell.ts";
import { divideRounded, SCALE, scaledText } from "./scaled.ts";

const TEXTS: ReadonlySet<FieldType> = new Set<FieldType>(["string", "text", "ref", "url", "images"]);

/** A cell of one field as a cell of another. Decimals are rescaled exactly or rounded half away from zero. */
export function convertCell(cell: Cell, from: Pick<Field, "type">, to: Pick<Field, "type" | "name">): Cell {
  if (cell === null || from.type === to.type) return cell;
  if (TEXTS.has(to.type)) return isScaled(from.type) ? scaledText(BigInt(cell as bigint), from.type) : String(cell);
  if (isScaled(to.type)) return toScaled(cell, from, SCALE[to.type], to.name);
  if (to.type === "date" && from.type === "datetime") return String(cell).slice(0, 10);
  if (to.type === "datetime" && from.type === "date") return `${cell} 00:00:00`;
  if (to.type === "bool" || from.type === "bool" || isScaled(from.type)) throw cannot(from, to);
  return cell;
}

/** The exact sum of cells of one number field; empty ones count as zero. */
export function sumCells(type: FieldType, cells: readonly Cell[]): bigint | number {
  if (isScaled(type)) return cells.reduce<bigint>((sum, cell) => sum + BigInt((cell as bigint | null) ?? 0n), 0n);
  return cells.reduce<number>((sum, cell) => sum + Number(cell ?? 0), 0);
}

/** The negative of a number cell; empty stays empty. */
export function negative(cell: Cell): Cell {
  if (typeof cell === "bigint" || typeof cell === "number") return -cell;
  if (cell === null) return null;
  throw new Error(`${String(cell)} is no number`);
}

function toScaled(cell: Cell, from: Pick<Field, "type">, scale: number, name: string): bigint {
  if (from.type === "int") return BigInt(Number(cell)) * 10n ** BigInt(scale);
  if (!isScaled(from.type)) throw cannot(from, { type: from.type, name });
  const difference = scale - SCALE[from.type];
  const value = BigInt(cell as bigint);
  return difference >= 0 ? value * 10n ** BigInt(difference) : divideRounded(value, 10n ** BigInt(-difference));
}

const cannot = (from: Pick<Field, "type">, to: Pick<Field, "type" | "name">) =>
  new Error(`${to.name}: a ${from.type} cannot become a ${to.type}`);
