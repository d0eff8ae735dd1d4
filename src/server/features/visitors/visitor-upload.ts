import { UPLOAD_RULES } from "../../../shared/domain/upload-rules.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import { countVisit } from "../../auth/visit-limits.ts";
import { takeUpload } from "../../engine/uploads/take-upload.ts";
import { ok } from "../../http/envelope.ts";
import { required } from "../../http/required.ts";
import type { PublicUploadRoute } from "../../http/route.ts";
import { uploadRefusal } from "../../http/upload.ts";
import { openShops, visitorContext } from "./register.ts";
import { addVisitorFile, refuseFlood } from "./visitor-files.ts";

/** Takes one picture of somebody who is not signed in, for a row he will hand in to the shop; Msg is its address. */
export const uploadAsVisitor: PublicUploadRoute = {
  path: "/UpLoadFile/UploadAsVisitor",
  access: "public",
  takes: "file",
  handle: async (call) => {
    const { params, services, ip, receive, isGone } = call;
    const shopId = required(params, "shop");
    const context = visitorContext(call);
    await countVisit(context.db, { kind: "upload", ip, now: context.now });
    const shops = await openShops(context.db, context.registry);
    if (!shops.some(({ SHOP_ID }) => SHOP_ID === shopId)) throw new ApiError(CODE.missing, "商场不存在或已停用");
    await refuseFlood({ ...context, shopId });
    try {
      const { draft, name } = await receive(UPLOAD_RULES.image.maxBytes);
      try {
        const upload = { draft, name, kind: "image", isGone } as const;
        const url = await takeUpload(services.storage, upload, context.now, (file) => addVisitorFile({ ...context, shopId }, file));
        return ok(null, url);
      } finally {
        await draft.discard();
      }
    } catch (error) {
      throw uploadRefusal(error, "image", call);
    }
  },
};
