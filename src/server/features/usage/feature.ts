import type { Feature } from "../../http/feature.ts";
import type { Services } from "../../http/services.ts";
import { UsageCounter } from "./usage-counter.ts";

const FLUSH_MS = 30_000;

const counters = new WeakMap<Services, UsageCounter>();

/** Who opens which page how often. Counted in memory and written now and then, and when the server stops. */
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
        lasttime: "datetime",
      },
    },
  },
  opened: (services, viewer, page) => counters.get(services)?.add(viewer, page, services.now()),
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
