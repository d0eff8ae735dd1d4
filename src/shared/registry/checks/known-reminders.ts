import { didYouMeanOrList } from "../nearest.ts";
import type { Check } from "./check.ts";

/** A menu line is reminded by a call that counts something, and only sides that may have the page are. */
export const knownReminders: Check = ({ sources, modules, reminders }) =>
  sources.registry.flatMap(({ raw, at }) =>
    raw.groups.flatMap((group, groupIndex) =>
      group.modules.flatMap(({ reminder, schema }, index) => {
        if (reminder === undefined) return [];
        const place = at.in("groups", groupIndex, "modules", index, "reminder");
        const audience = modules.find((module) => module.schema === schema && module.patch === null)?.raw.audience;
        const unknown =
          reminders === undefined || reminders.includes(reminder.call)
            ? []
            : [place.in("call").problem(`unknown call "${reminder.call}"`, didYouMeanOrList(reminder.call, reminders))];
        const strangers = (reminder.audience ?? []).flatMap((side, number) =>
          audience === undefined || audience.includes(side)
            ? []
            : [place.in("audience", number).problem(`the module is not for the ${side}`, `its audience: ${audience.join(", ")}`)],
        );
        return [...unknown, ...strangers];
      }),
    ),
  );
