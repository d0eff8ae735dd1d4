import { PassThrough } from "node:stream";
import { CODE } from "../../shared/protocol/envelope.ts";
import { type ExportLine, MOST_IN_BROWSER } from "../../shared/protocol/export.ts";
import { tooLong } from "../engine/exports/export-desk.ts";
import { readOrder } from "../engine/exports/export-order.ts";
import { atOneMoment } from "../engine/exports/one-moment.ts";
import { openList } from "../query/list-page.ts";
import { sessionSettings } from "../query/site-settings.ts";
import { askerOf } from "./admission.ts";
import { LinesAnswer } from "./lines-answer.ts";
import type { ModuleCall, ModuleRoute } from "./route.ts";
import { takeAway } from "./take-away.ts";

/**
 * The rows of a list for a file that the browser writes: up to {@link MOST_IN_BROWSER} of one moment, in one answer of lines ({@link ExportLine}) and
 * never counted. `filter`, `sort`, `order` as for GetPage, and what readOrder takes. Longer lists are written by the server (startExport).
 */
export const exportRows: ModuleRoute = {
  path: "/Module/:mdl/ExportRows",
  access: { function: "query" },
  // It takes its turn for as long as it reads, which its answer does not wait for.
  waits: () => true,
  handle: async (call) => {
    const { services, session } = call;
    const lines = new PassThrough();
    // Whoever reads them hears of it as well; of a call that is refused nobody ever does, and an error that nobody hears ends the process.
    lines.on("error", () => undefined);
    const left = call.left();
    return new Promise<LinesAnswer>((begin, refuse) => {
      const work = () => pour(call, lines, left, () => begin(new LinesAnswer(lines)));
      services.admission.run(askerOf(session.viewer), "heavy", work, left).catch((error: Error) => {
        // Whoever has the beginning learns by the missing end that it is not whole.
        refuse(error);
        lines.destroy(error);
      });
    });
  },
};

/** Writes the lines, which are few enough to wait in memory for a slow client: no connection does. `begin`: the first ones are there. */
async function pour(call: ModuleCall, lines: PassThrough, left: AbortSignal, begin: () => void): Promise<void> {
  const { context, module, params, services, session } = call;
  await takeAway(call, { format: "rows" });
  const { "export.maxRows": allowed } = sessionSettings(context, ["export.maxRows"]);
  const most = Math.min(allowed, MOST_IN_BROWSER);
  const { plan, about, parameters } = readOrder(context, module, params);
  const write = (line: ExportLine) => lines.write(`${JSON.stringify(line)}\n`);
  await atOneMoment(context, services.database.kind === "embedded" ? null : context.db, async (at, read) => {
    const list = await openList(at, module, parameters, true);
    let count = 0;
    for await (const rows of read(list, most + 1)) {
      if (left.aborted) break;
      if (count === 0) write({ plan, about });
      count += rows.length;
      if (count > most) {
        const refusal = tooLong(most, null);
        if (count === rows.length) throw refusal;
        lines.end(`${JSON.stringify({ Code: refusal.code, Msg: refusal.message } satisfies ExportLine)}\n`);
        return begin();
      }
      write(rows);
      begin();
    }
    await services.budget.countRows(session.viewer, count);
    if (count === 0) write({ plan, about });
    lines.end(`${JSON.stringify({ Code: CODE.ok, Msg: "" } satisfies ExportLine)}\n`);
    begin();
  });
}
