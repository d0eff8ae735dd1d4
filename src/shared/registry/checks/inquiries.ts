import { transitionsOf } from "../machines.ts";
import type { Check } from "./check.ts";

/** What is asked before a transition is asked for users, who wait for the answer and tick nothing meanwhile. */
export const inquiries: Check = ({ entities }) =>
  [...entities.values()].flatMap(transitionsOf).flatMap(({ name, raw: { asks, by, ticks }, at }) => {
    if (asks === undefined) return [];
    const place = at.in("asks");
    const idle = by.filter((actor) => actor === "system" || actor === "bank");
    return [
      ...idle.map((actor) => place.problem(`"${name}" asks first, for users alone; "${actor}" runs it too`)),
      ...(ticks ? [place.problem(`"${name}" cannot both ask somebody and have lines ticked`)] : []),
    ];
  });
