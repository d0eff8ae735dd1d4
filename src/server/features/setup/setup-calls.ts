import type { SetupDone, SetupForm, SetupValues } from "../../../shared/protocol/setup.ts";
import { countVisit } from "../../auth/visit-limits.ts";
import { refuseForm } from "../../engine/save/open-document.ts";
import { ok } from "../../http/envelope.ts";
import { required } from "../../http/required.ts";
import type { Call, PublicRoute } from "../../http/route.ts";
import { refuseSetup, setUp, setupForm, setupProblems } from "./set-up.ts";
import { readShopProfiles } from "./shop-profiles.ts";

/** What the page of the first start shows; the token is that of its address. */
export const getSetupForm: PublicRoute = {
  path: "/Setup/GetForm",
  access: "public",
  handle: async (call) => {
    const { kysely, registry } = await enter(call);
    return ok((await setupForm(kysely, registry)) satisfies SetupForm);
  },
};

/** Opens the first shop. The administrator chooses his own password here. */
export const saveSetup: PublicRoute = {
  path: "/Setup/Save",
  access: "public",
  takesFields: true,
  handle: async (call) => {
    const { kysely, registry, token, now } = await enter(call);
    const { params, services, log } = call;
    const values = valuesOf((name) => params[name] ?? "");
    const password = params.password ?? "";
    const problems = await setupProblems(kysely, registry, values, password);
    // guard check: tests/server/setup/setup.test.ts
    if (problems.length > 0) throw refuseForm(null, 0, problems);
    await setUp(kysely, registry, { token }, values, { password, isGiven: false }, now);
    services.registry.giveProfiles(await readShopProfiles(kysely));
    log.info({ shop: values.shop, user: values.user }, "set up");
    return ok({ shopName: values.name, user: values.user } satisfies SetupDone, "设置完成");
  },
};

/** Everything that is asked, from wherever it was said. */
export function valuesOf(said: (name: keyof SetupValues) => string): SetupValues {
  const text = (name: keyof SetupValues) => said(name).trim();
  return {
    kind: text("kind"),
    shop: text("shop"),
    name: text("name"),
    market: text("market"),
    marketName: text("marketName"),
    profile: text("profile"),
    user: text("user"),
    userName: text("userName"),
  };
}

async function enter({ params, services, ip }: Call) {
  const { kysely } = services.database;
  const now = services.now();
  await countVisit(kysely, { kind: "setup", ip, now });
  const [token, registry] = [required(params, "token"), services.registry.current()];
  await refuseSetup(kysely, registry, { token }, now);
  return { kysely, registry, token, now };
}
