import { Readable } from "node:stream";
import { dayOf } from "../../shared/domain/day.ts";
import { findAttachment } from "../engine/uploads/attachments.ts";
import { placeOf } from "../engine/uploads/stored-name.ts";
import { MANUAL_TITLES } from "../manual/build/build-manual.ts";
import { type ManualSide, manualSideOf } from "../manual/side-viewer.ts";
import { siteSettings } from "../query/site-settings.ts";
import { FileAnswer } from "./file-answer.ts";
import type { SessionCall, SessionRoute } from "./route.ts";

/** The settings that name an uploaded file to be given out in place of the generated manual. */
const SETTINGS = { supplier: "site.manualSupplier", retailer: "site.manualRetailer" } as const satisfies Record<ManualSide, string>;

/** The operation manual of the caller's side: the shop's own file where it has set one, else the generated one. */
export const getManual: SessionRoute = {
  path: "/Comm/GetManual",
  access: "session",
  handle: async (call) => {
    const { context, services } = call;
    const side = manualSideOf(context.viewer);
    const own = await ownManual(call, side);
    if (own !== null) return own;
    const bytes = await services.manuals.get(context);
    const name = `${context.registry.title}-${MANUAL_TITLES[side]}-${dayOf(context.now)}.pdf`;
    return new FileAnswer({ size: bytes.length, bytes: Readable.from([bytes]) }, "application/pdf", name);
  },
};

/** The file that the shop has set. One that is gone, or that this viewer may not see, does not keep the generated one from him. */
async function ownManual({ context, services, log }: SessionCall, side: ManualSide): Promise<FileAnswer | null> {
  const key = SETTINGS[side];
  const { [key]: url } = await siteSettings(context, [key]);
  if (url === null) return null;
  const [place, attachment] = [placeOf(url), await findAttachment(context, url)];
  const file = place === null || attachment === null ? null : await services.storage.open(place.folder, place.file);
  if (file !== null && attachment !== null) return new FileAnswer(file, attachment.mime, attachment.name);
  log.warn({ setting: key, shop: context.viewer.shopId }, "the manual that is set cannot be read");
  return null;
}
