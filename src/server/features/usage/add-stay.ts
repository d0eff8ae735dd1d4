import { profileOf } from "../../base/viewer.ts";
import { ok } from "../../http/envelope.ts";
import { readJson } from "../../http/required.ts";
import type { SessionRoute } from "../../http/route.ts";
import { counters } from "./usage-counter.ts";

/** Pages that one call may tell of, and seconds of each: a browser tells often, later where it could not. */
const MOST = { pages: 100, seconds: 86_400 };

type Stay = readonly [mdl: number, seconds: number];

/** How long pages were in view: `stays`, `[[mdl, seconds], …]`. Of a page that the user has no right to nothing is kept. */
export const addStay: SessionRoute = {
  path: "/Usage/AddStay",
  access: "session",
  isQuiet: true,
  handle: async ({ context: { viewer, registry, now }, params, services }) => {
    const pages = profileOf(registry, viewer.shopId).modules;
    for (const [mdl, seconds] of readJson(params, "stays", areStays, "列表 [[模块号,秒数],…]") ?? []) {
      const page = viewer.rights.has(mdl) ? pages[mdl] : undefined;
      if (page !== undefined) counters.get(services)?.add(viewer, page, now, { visits: 0, seconds });
    }
    return ok(null);
  },
};

function areStays(value: unknown): value is readonly Stay[] {
  const isStay = (item: unknown) => {
    if (!Array.isArray(item) || item.length !== 2 || !item.every(Number.isInteger)) return false;
    const [mdl, seconds] = item as unknown as Stay;
    return mdl > 0 && seconds > 0 && seconds <= MOST.seconds;
  };
  return Array.isArray(value) && value.length <= MOST.pages && value.every(isStay);
}
