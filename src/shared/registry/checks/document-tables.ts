import { entryOf } from "../context.ts";
import type { Problem } from "../problem.ts";
import type { Check } from "./check.ts";

/** A table of documents is read by a page that is there, and follows only a table above it that tells the key. */
export const documentTables: Check = ({ modules, sources }) =>
  modules.flatMap(({ raw, at }) =>
    (raw.tables ?? []).flatMap(({ module, key, through }, index, tables): Problem[] => {
      const place = at.in("tables", index);
      if (sources.registry.length > 0 && entryOf(sources, String(module)) === undefined)
        return [place.in("module").problem(`modules.json has no module ${module}`)];
      const above = tables.slice(0, index).find((table) => table.module === through);
      if (through === undefined || above?.columns.includes(key) === true) return [];
      const text =
        above === undefined ? `there is no table of module ${through} above` : `the table of module ${through} has no column ${key}`;
      return [place.in("through").problem(text)];
    }),
  );
