import type { ShellInfo } from "../../shared/protocol/screen.ts";
import { SHOP } from "../base/technical.ts";
import { profileOf } from "../base/viewer.ts";
import type { QueryContext } from "./context.ts";
import { scoped } from "./scope.ts";
import { siteSettings } from "./site-settings.ts";

const ENTITY = "Shop";

/** What the frame around the viewer's pages depends on. */
export async function shellInfo(ctx: QueryContext): Promise<ShellInfo> {
  const { ownLayout, advice } = profileOf(ctx.registry, ctx.viewer.shopId).flags;
  const settings = await siteSettings(ctx, ["site.logo", "site.miniQr"]);
  return {
    ownLayout: ownLayout === true,
    hasAdvice: advice === true,
    logo: (await shopLogo(ctx)) || settings["site.logo"],
    miniQr: ctx.viewer.side === "supplier" ? settings["site.miniQr"] : "",
  };
}

/** Of the own shop, whichever shops the viewer may see besides. */
async function shopLogo(ctx: QueryContext): Promise<string> {
  const scope = scoped(ctx);
  const shop = await scope
    .rows(scope.entity(ENTITY), "s", "reference")
    .where(`s.${SHOP}`, "=", ctx.viewer.shopId)
    .select("s.logo")
    .$castTo<{ logo: string | null }>()
    .executeTakeFirst();
  return shop?.logo ?? "";
}
