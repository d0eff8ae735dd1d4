import type { Feature } from "../../http/feature.ts";
import { addStay } from "./add-stay.ts";
import { counters, UsageCounter } from "./usage-counter.ts";

const FLUSH_MS = 30_000;

/** Who opens which page how often, and looks at it how long. Counted in memory and written now and then, and when the server stops. */
export const usage: Feature = {
  name: "usage",
  needs: {
    UsageLog: {
      fields: {
        USER_ID: "string",
        MdlId: "int",
        busdate: "date",
        UsrName: "string",
        provid: "string",
        Provider: "string",
        title: "string",
        visits: "int",
        seconds: "int",
        lasttime: "datetime",
      },
    },
  },
  opened: (services, viewer, page) => counters.get(services)?.add(viewer, page, services.now(), { visits: 1, seconds: 0 }),
  calls: [addStay],
  start(app, services) {
    const { database, registry } = services;
    const counter = new UsageCounter();
    counters.set(services, counter);
    const flush = () =>
      counter.flush(database.kysely, registry.current()).catch((error: Error) => app.log.warn(error, "usage not written yet"));
    const timer = setInterval(() => void flush(), FLUSH_MS).unref();
    app.addHook("onClose", async () => {
      clearInterval(timer);
      await flush();
    });
  },
};
