import type { Row } from "../../../shared/domain/cell.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { SuggestionLink, SuggestionPage } from "../../../shared/protocol/visitor.ts";
import type { Registry } from "../../../shared/registry/model.ts";
import { countVisit, duringVisit } from "../../auth/visit-limits.ts";
import type { Params } from "../../base/params.ts";
import { profileOf, type Viewer } from "../../base/viewer.ts";
import type { Db } from "../../db/connect.ts";
import { forTenant } from "../../db/driver/tenant-statements.ts";
import { entityOf } from "../../engine/values/names.ts";
import { type ProviderRow, ProviderStatu } from "../../generated/entities.ts";
import { ok } from "../../http/envelope.ts";
import { required } from "../../http/required.ts";
import type { PublicRoute, SessionRoute } from "../../http/route.ts";
import { projectVisitorForm } from "../../screens/project-visitor-form.ts";
import { asksOf, openShops, saveVisitor, type VisitorContext, type VisitorWork, visitorContext } from "../visitors/feature.ts";
import { type LinkParts, linkSecret, readLink, signLink } from "./signed-link.ts";

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
  takesFields: true,
  handle: async (call) => {
    const { params, services, ip, requestKey } = call;
    const { s: _shop, p: _supplier, e: _end, k: _signature, ...fields } = params;
    const { kysely } = services.database;
    const now = services.now();
    required(params, "s");
    // guard rate: tests/server/app/suggestion.test.ts
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
    if (path === null) throw new ApiError(CODE.forbidden, registry.messages.NOFUNC);
    return ok<SuggestionLink>({ path, origin: services.publicUrl ?? "" });
  },
};

function linkOf({ s = "", p = "", e = "", k = "" }: Params): LinkParts {
  return { s, p, e, k };
}

const ENTITY = "Advice";
const PAGE = "/suggestion";
/** Characters of a suggestion that stand for it in lists. */
const TITLE = 30;

/** What the page is drawn from. A link without a right signature leads to its shop, but names nobody. */
async function suggestionPage(ctx: VisitorContext, link: LinkParts): Promise<SuggestionPage> {
  const { db, registry, now } = ctx;
  const open = (await openShops(db, registry)).filter(({ SHOP_ID }) => takesAdvice(registry, SHOP_ID));
  const asked = asksOf(registry, ENTITY, open, (model) => projectVisitorForm(entityOf(model, ENTITY), now));
  const { shops, usual: form, own } = asked;
  const shop = shops.find(({ SHOP_ID }) => SHOP_ID === link.s) ?? null;
  const supplier = shop === null ? null : await linkedSupplier(ctx, link);
  return {
    shops,
    shop,
    supplier: String(supplier?.Provider ?? ""),
    isStale: link.k !== "" && supplier === null,
    form,
    ...(own && { own }),
  };
}

/** The link that names the viewer's supplier; null where there is none for him: shop users, and shops that take no advice. */
async function suggestionLink(db: Db, registry: Registry, { side, shopId, provId }: Viewer, now: Date): Promise<string | null> {
  // guard key as !takesAdvice(registry, shopId): tests/server/app/suggestion.test.ts
  if (side !== "supplier" || !takesAdvice(registry, shopId)) return null;
  const parts = signLink(await linkSecret(db), { shopId, provId }, now);
  return `${PAGE}?${new URLSearchParams({ ...parts })}`;
}

type LinkedSupplier = Pick<ProviderRow, "provid" | "Provider">;

/** The supplier a link speaks for; null: the link does not count, or the supplier is gone. */
async function linkedSupplier({ db, registry, now }: VisitorContext, link: LinkParts): Promise<LinkedSupplier | null> {
  const owner = link.k === "" ? null : readLink(await linkSecret(db), link, now);
  if (owner === null) return null;
  const { table } = entityOf(registry, "Provider");
  const row = await forTenant(db, { as: "supplier", shop: owner.shopId, supplier: owner.provId })
    .selectFrom(table)
    .select(["provid", "Provider"])
    // guard scope: tests/server/app/suggestion.test.ts
    .where("SHOP_ID", "=", owner.shopId)
    .where("provid", "=", owner.provId)
    // guard predicate: tests/server/app/suggestion.test.ts
    .where("statu", "=", ProviderStatu.active)
    .$castTo<LinkedSupplier>()
    .executeTakeFirst();
  return row ?? null;
}

/** What somebody suggests. */
export interface SuggestionRequest {
  readonly link: LinkParts;
  /** The supplier the link speaks for. */
  readonly supplier: LinkedSupplier | null;
  readonly fields: Readonly<Record<string, string>>;
  readonly idempotencyKey: string | undefined;
}

/** Keeps a suggestion: the supplier's, where a link speaks for one, else nobody's in particular (docs/decisions/53). */
function suggest(ctx: VisitorContext, { link, supplier, fields, idempotencyKey }: SuggestionRequest): Promise<{ readonly id: number }> {
  const own = async (_at: VisitorWork, typed: Row): Promise<Row> => ({
    provid: supplier?.provid ?? null,
    Provider: supplier?.Provider ?? null,
    // Blanks around it are no text: they do not count towards its length.
    content: String(typed.content ?? "").trim() || null,
    title: titleOf(String(typed.content ?? "")),
    source: "qr",
  });
  const request = { entity: ENTITY, shopId: link.s, fields, idempotencyKey, body: [supplier?.provid ?? ""], own };
  return saveVisitor(ctx, request, (row) => ({ id: Number(row.Id) }));
}

const takesAdvice = (registry: Registry, shopId: string): boolean => profileOf(registry, shopId).flags.advice === true;

/** The beginning of a text, in one line. */
function titleOf(content: string): string {
  const letters = [...content.trim().replaceAll(/\s+/g, " ")];
  return letters.length <= TITLE ? letters.join("") : `${letters.slice(0, TITLE - 1).join("")}…`;
}
