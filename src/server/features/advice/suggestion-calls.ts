import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { SuggestionLink } from "../../../shared/protocol/visitor.ts";
import { countVisit, duringVisit } from "../../auth/visit-limits.ts";
import type { Params } from "../../base/params.ts";
import { ok } from "../../http/envelope.ts";
import { required } from "../../http/required.ts";
import type { PublicRoute, SessionRoute } from "../../http/route.ts";
import { visitorContext } from "../visitors/feature.ts";
import type { LinkParts } from "./signed-link.ts";
import { linkedSupplier, suggest, suggestionLink, suggestionPage } from "./suggest.ts";

/** What the suggestion page is drawn from; `s`, `p`, `e` and `k` are the parts of a link. */
export const getAdviceForm: PublicRoute = {
  path: "/Comm/GetAdviceForm",
  access: "public",
  handle: async (call) => ok(await suggestionPage(visitorContext(call), linkOf(call.params))),
};

/** Keeps a suggestion of somebody who is not signed in; every parameter but the link's is a field of the form. */
export const saveSuggestion: PublicRoute = {
  path: "/Comm/Saveadvice",
  access: "public",
  handle: async (call) => {
    const { params, services, ip, requestKey } = call;
    const { s: _shop, p: _supplier, e: _end, k: _signature, ...fields } = params;
    const { kysely } = services.database;
    const now = services.now();
    required(params, "s");
    await countVisit(kysely, { kind: "suggestTry", ip, now });
    const [context, link] = [visitorContext(call), linkOf(params)];
    const supplier = await linkedSupplier(context, link);
    const kind = supplier === null ? "suggestOpen" : "suggestSigned";
    await duringVisit(kysely, { kind, ip, now }, () => suggest(context, { link, supplier, fields, idempotencyKey: requestKey }));
    return ok(null, "提交成功");
  },
};

/** The signed way to the suggestion page, for the code in the title bar. */
export const getAdviceLink: SessionRoute = {
  path: "/Advice/GetAdviceLink",
  access: "session",
  handle: async ({ context, services }) => {
    const { db, registry, viewer, now } = context;
    const path = await suggestionLink(db, registry, viewer, now);
    if (path === null) throw new ApiError(CODE.forbidden, registry.messages.NOFUNC ?? "");
    return ok<SuggestionLink>({ path, origin: services.publicUrl ?? "" });
  },
};

function linkOf({ s = "", p = "", e = "", k = "" }: Params): LinkParts {
  return { s, p, e, k };
}
