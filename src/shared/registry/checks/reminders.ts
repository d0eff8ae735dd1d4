import type { Check } from "./check.ts";

/** Only sides that may have the page are reminded of it. */
export const reminders: Check = ({ sources, modules }) =>
  sources.registry.flatMap(({ raw, at }) =>
    raw.groups.flatMap((group, groupIndex) =>
      group.modules.flatMap(({ reminder, schema }, index) => {
        const audience = modules.find((module) => module.schema === schema && module.patch === null)?.raw.audience;
        const place = at.in("groups", groupIndex, "modules", index, "reminder", "audience");
        return (reminder?.audience ?? []).flatMap((side, number) =>
          audience === undefined || audience.includes(side)
            ? []
            : [place.in(number).problem(`the module is not for the ${side}`, `its audience: ${audience.join(", ")}`)],
        );
      }),
    ),
  );
