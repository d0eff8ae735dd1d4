import { Readable } from "node:stream";
import { CODE } from "../../shared/protocol/envelope.ts";
import { type ExportLine, MOST_IN_BROWSER } from "../../shared/protocol/export.ts";
import { tooLong } from "../engine/exports/export-desk.ts";
import { readOrder } from "../engine/exports/export-order.ts";
import { atOneMoment } from "../engine/exports/one-moment.ts";
import { openList } from "../query/list-page.ts";
import { sessionSettings } from "../query/site-settings.ts";
import { LinesAnswer } from "./lines-answer.ts";
import { reading } from "./read-call.ts";
import type { ModuleRoute } from "./route.ts";
import { takeAway } from "./take-away.ts";

/**
 * The rows of a list for a file that the browser writes: up to {@link MOST_IN_BROWSER} of one moment, in one answer of lines ({@link ExportLine}) and
 * never counted. `filter`, `sort`, `order` as for GetPage, and what readOrder takes. Longer lists are written by the server (startExport). The lines are few
 * enough to wait in memory for a slow client, so that no connection does; none is sent before all are read, as a replica may fail in between.
 */
export const exportRows: ModuleRoute = {
  path: "/Module/:mdl/ExportRows",
  access: { function: "query" },
  weight: () => "heavy",
  handle: async (call) => {
    const { context, module, params, services, session } = call;
    const { plan, about, parameters } = await takeAway(call, {
      read: async () => {
        const order = readOrder(context, module, params);
        await openList(context, module, order.parameters, true);
        return order;
      },
      told: () => ({ format: "rows" }),
    });
    const { "export.maxRows": allowed } = sessionSettings(context, ["export.maxRows"]);
    const most = Math.min(allowed, MOST_IN_BROWSER);
    const left = call.left();
    const oneByOne = services.database.kind === "embedded";
    const { lines, count } = await reading(call, (here) =>
      atOneMoment(here, oneByOne ? null : here.db, async (at, read) => {
        const list = await openList(at, module, parameters, true);
        const rows: string[] = [];
        let seen = 0;
        for await (const batch of read(list, most + 1)) {
          seen += batch.length;
          if (left.aborted || seen > most) break;
          rows.push(lineOf(batch));
        }
        return { lines: rows, count: seen };
      }),
    );
    const head = lineOf({ plan, about });
    if (count > most) {
      const refusal = tooLong(most, null);
      if (lines.length === 0) throw refusal;
      return new LinesAnswer(Readable.from([head, lineOf({ Code: refusal.code, Msg: refusal.message })]));
    }
    await services.budget.countRows(session.viewer, count);
    return new LinesAnswer(Readable.from([head, ...lines, lineOf({ Code: CODE.ok, Msg: "" })]));
  },
};

const lineOf = (line: ExportLine): string => `${JSON.stringify(line)}\n`;
