import { timeOf } from "../../../shared/domain/day.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { ImageContent } from "../../../shared/protocol/form.ts";
import { actionsOf } from "../../../shared/registry/rights/offered-actions.ts";
import { badInput } from "../../base/params.ts";
import { profileOf } from "../../base/viewer.ts";
import { entityOf } from "../../engine/values/names.ts";
import { ok } from "../../http/envelope.ts";
import { required } from "../../http/required.ts";
import type { SessionCall, SessionRoute } from "../../http/route.ts";
import type { QueryContext } from "../../query/context.ts";
import { readInvoicePicture } from "./read-invoice.ts";

const CHKID = /^[A-Za-z0-9_-]{1,40}$/;

/** The QR code of a Chinese VAT invoice on an uploaded picture (`image`: its address); `chkid` is given back. */
async function getImageContent({ context, params, services }: SessionCall): Promise<object> {
  // guard key: tests/server/app/image-content.test.ts
  if (!mayReadPictures(context)) throw new ApiError(CODE.forbidden, context.registry.messages.NOFUNC);
  const { chkid = "" } = params;
  if (chkid !== "" && !CHKID.test(chkid)) throw badInput("参数 chkid 应为1到40位字母、数字、_ 或 -");
  const { kind, code, number, date, amount, net, total } = await readInvoicePicture(context, services.outside, required(params, "image"));
  const content: ImageContent = {
    chkid: chkid === "" ? `SB${timeOf(context.now).replaceAll(/\D/g, "")}` : chkid,
    Code: code,
    Number: number,
    amount,
    date,
    parts: { kind, code: code === "" ? null : code, number, date, net, total },
  };
  return ok(content);
}

/** Both names mean the same (docs/decisions/11). */
export const imageContentRoutes: readonly SessionRoute[] = ["GetImageContent", "GetImageContentForHLJ"].map((name) => ({
  path: `/ImageContent/${name}`,
  access: "session",
  waits: () => true,
  handle: getImageContent,
}));

/** Whether the viewer has a page on which pictures are read: he writes its form, or recognises its rows. */
function mayReadPictures({ registry, viewer }: QueryContext): boolean {
  return Object.values(profileOf(registry, viewer.shopId).modules).some((module) => {
    const entity = entityOf(registry, module.entity);
    if (!viewer.rights.has(module.id) || !Object.values(entity.fields).some(({ readFrom }) => readFrom !== null)) return false;
    return actionsOf(viewer, module, entity).some(({ name, transition, open }) => {
      if (open !== null) return false;
      return transition === null ? name === "create" || name === "edit" : entity.transitions[transition]?.asks === "read-invoice";
    });
  });
}
