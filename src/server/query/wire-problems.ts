import { closest, distance } from "fastest-levenshtein";
import { ApiError, CODE } from "../../shared/protocol/envelope.ts";

const MOST_SHOWN = 8;
const LONGEST_ECHO = 40;

/** Collects what is wrong with a request, to say it all at once. */
export class WireProblems {
  readonly #texts: string[] = [];

  add(place: string, text: string): void {
    this.#texts.push(`${place}：${text}`);
  }

  /** An unknown name, with the nearest known one. What the viewer may not see is not among the known. */
  addUnknown(place: string, what: string, name: string, known: Iterable<string>): void {
    const near = nearest(name, [...known]);
    this.add(place, `未知${what}“${echo(name)}”${near === null ? "" : `（您是否要找“${near}”？）`}`);
  }

  /** Throws Code 400 when there was any problem. */
  throwIfAny(): void {
    if (this.#texts.length === 0) return;
    const rest = this.#texts.length - MOST_SHOWN;
    throw new ApiError(CODE.badInput, this.#texts.slice(0, MOST_SHOWN).join("；") + (rest > 0 ? `；另有${rest}处错误` : ""));
  }
}

/** Text from the wire, cut and without control characters, for a message. */
function echo(text: string): string {
  const clean = text.replace(/[\p{C}\p{Z}]+/gu, " ").toWellFormed();
  const letters = [...clean];
  return letters.length > LONGEST_ECHO ? `${letters.slice(0, LONGEST_ECHO).join("")}…` : clean;
}

function nearest(name: string, known: readonly string[]): string | null {
  if (name.length > LONGEST_ECHO || known.length === 0) return null;
  const lower = known.map((each) => each.toLowerCase());
  const best = closest(name.toLowerCase(), lower);
  if (distance(name.toLowerCase(), best) > Math.max(1, Math.floor(best.length * 0.4))) return null;
  return known.find((each) => each.toLowerCase() === best) ?? null;
}
