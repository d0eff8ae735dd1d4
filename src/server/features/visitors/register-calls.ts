import { countVisit, duringVisit } from "../../auth/visit-limits.ts";
import { ok } from "../../http/envelope.ts";
import { required } from "../../http/required.ts";
import type { Call, PublicRoute } from "../../http/route.ts";
import { register, registerPage } from "./register.ts";

/** Shops, kinds and form of the registration page. */
export const getRegisterForm: PublicRoute = {
  path: "/Register/GetForm",
  access: "public",
  handle: async (call) => ok(await registerPage(visitorContext(call))),
};

/** Takes a registration in; every parameter besides `shop` and `type` is a field of the form. */
export const saveRegistration: PublicRoute = {
  path: "/Register/Save",
  access: "public",
  handle: async (call) => {
    const { params, services, ip, requestKey, log } = call;
    const [shopId, type] = [required(params, "shop"), required(params, "type")];
    const { shop: _shop, type: _type, ...fields } = params;
    const { kysely } = services.database;
    const now = services.now();
    await countVisit(kysely, { kind: "registerTry", ip, now });
    const done = await duringVisit(kysely, { kind: "register", ip, now }, () =>
      register(visitorContext(call), { shopId, type, fields, idempotencyKey: requestKey }),
    );
    log.info({ shop: shopId, registration: done.number }, "registered");
    return ok(done, "提交成功");
  },
};

/** What flows of visitors work with. */
export function visitorContext({ services }: Call) {
  return { db: services.database.kysely, registry: services.registry.current(), now: services.now() };
}
