import { isLink } from "../build/actions.ts";
import { entries } from "../names/named.ts";
import type { Check } from "./check.ts";

/** Nothing can be done to the rows of a view. */
export const viewActions: Check = ({ modules }) =>
  modules.flatMap(({ raw, at, entity }) =>
    entity?.raw.view
      ? entries(raw.actions, "action", at.in("actions"))
          .filter((_, index) => !isLink(raw.actions?.[index]))
          .map((action) => action.at.problem(`${entity.name} is a view: there is no action "${action.name}" on its rows`))
      : [],
  );
