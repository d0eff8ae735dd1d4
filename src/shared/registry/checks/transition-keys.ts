import { machinesOf } from "../machines.ts";
import type { Check } from "./check.ts";

/** A transition that users run asks for a right. */
export const transitionKeys: Check = ({ entities }) =>
  [...entities.values()].flatMap(machinesOf).flatMap(({ transitions }) =>
    transitions.flatMap(({ name, raw: { by, key }, at }) => {
      const users = by.filter((actor) => actor === "shop" || actor === "supplier");
      if (key !== undefined || users.length === 0) return [];
      return [at.problem(`"${name}" is run by ${users.join(" and ")} users and needs "key": the right they must hold`)];
    }),
  );
