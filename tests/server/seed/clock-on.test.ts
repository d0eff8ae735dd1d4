import { beforeAll, expect, it } from "vitest";
import { housekeeper } from "../../../src/server/config/housekeeping.ts";
import { JobScheduler } from "../../../src/server/engine/jobs/job-scheduler.ts";
import { FEATURES } from "../../../src/server/features.ts";
import { addDays } from "../../../src/shared/domain/day.ts";
import type { HomeData } from "../../../src/shared/protocol/home.ts";
import type { PageResult } from "../../../src/shared/protocol/list.ts";
import type { MenuResult } from "../../../src/shared/protocol/screen.ts";
import { IS_LONG } from "../../e2e/long.ts";
import { call, openPortal, type Portal, signIn } from "../app/fixtures/portal.ts";
import { TODAY } from "../app/fixtures/world.ts";
import { fillDemoAccounts } from "../db/fixtures/fill-demo.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";

const DAY = 86_400_000;
const USERS = ["admin01", "admin54", "s054001"];
/** Words that mean another day to whoever reads them on another day. */
const RELATIVE =
  /[本上下这]个?(?:周|月|季|年|星期|礼拜)|[今昨明前后]天|[今昨明]日|[今明去]年|月[底初末]|年[底初末]|刚[才刚]|近[日期]|即日|最近|目前/;
/** Of a log's lines what nobody has caught, or has caught and written down. */
const FAULT = /"level":[56]0|failed/;

describeEngine("the demo with the clock running on", (open) => {
  let portal: Portal;
  let passed = 0;
  const faults: string[] = [];
  const log = (line: string) => void faults.push(line);
  const now = () => new Date(Date.parse(`${TODAY}T10:00:00+08:00`) + passed * DAY);
  let clean: () => Promise<void>;
  beforeAll(async () => {
    portal = await openPortal({ open, fill: fillDemoAccounts });
    const { database, registry, store } = portal;
    clean = housekeeper({ db: database.kysely, registry: { current: () => registry }, storage: store.storage, now, log }, FEATURES).clean;
  });

  /** What a server does by itself in the meantime: forecasts, statements of periods that are over, what is due, what is forgotten. */
  async function passTo(days: number): Promise<void> {
    portal.advance((days - passed) * DAY);
    passed = days;
    const { database, registry, stopping } = portal;
    const jobs = new JobScheduler({
      db: database.kysely,
      registry: { current: () => registry, isChanging: () => false },
      now,
      log,
      stopping: stopping.signal,
    });
    jobs.open();
    await jobs.close();
    await clean();
  }

  it("has no text that means another day to who reads it later", async () => {
    const { database, registry } = portal;
    const wrong: string[] = [];
    for (const { name, table } of Object.values(registry.entities).filter(({ view }) => view === null)) {
      for (const row of await database.kysely.selectFrom(table).selectAll().execute())
        for (const [field, value] of Object.entries(row as Readonly<Record<string, unknown>>))
          if (typeof value === "string" && RELATIVE.test(value)) wrong.push(`${name}.${field}: ${value}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each(IS_LONG ? [1, 7, 30] : [30])("opens every page %i days later, and counts to-dos as its lists do", async (days) => {
    await passTo(days);
    expect(faults.filter((line) => FAULT.test(line))).toEqual([]);
    const made = await portal.database.kysely
      .selectFrom(portal.registry.entities.Forecast?.table ?? "")
      .select(({ fn }) => fn.countAll().as("n"))
      .where("busdate", "=", addDays(TODAY, days))
      .executeTakeFirst();
    expect(Number(made?.n)).toBeGreaterThan(0);

    for (const user of USERS) {
      const token = await signIn(portal, user);
      const ask = async <T>(path: string, params: Readonly<Record<string, string>> = {}): Promise<T> => {
        const { Code, Msg, Result } = await call(portal, token, path, params);
        expect({ Code, Msg }, `${user} ${path} after ${days} days`).toEqual({ Code: 200, Msg: "" });
        return Result as T;
      };
      const { todos } = await ask<HomeData>("login/GetHomePageData");
      expect(todos.length).toBeGreaterThan(0);
      for (const { mdl, title, filters, count } of todos) {
        const { total } = await ask<PageResult>(`Module/${mdl}/GetPage`, { rows: "1", filter: JSON.stringify(filters) });
        expect(total, `${user} ${title}`).toBe(count);
      }
      const { modules } = await ask<MenuResult>("Registry/GetModules");
      for (const { MdlId } of modules.flatMap(({ children }) => children)) await ask<PageResult>(`Module/${MdlId}/GetPage`);
    }
    expect(portal.log.filter((line) => FAULT.test(line))).toEqual([]);
  });
});
