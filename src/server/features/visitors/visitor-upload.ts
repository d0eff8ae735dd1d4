import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import { countVisit } from "../../auth/visit-limits.ts";
import { ok } from "../../http/envelope.ts";
import { required } from "../../http/required.ts";
import type { PublicUploadRoute } from "../../http/route.ts";
import { takeFile } from "../../http/upload.ts";
import { openShops, visitorContext } from "./register.ts";
import { addVisitorFile, refuseFlood } from "./visitor-files.ts";

/** Takes one picture of somebody who is not signed in, for a row he will hand in to the shop; Msg is its address. */
export const uploadAsVisitor: PublicUploadRoute = {
  path: "/UpLoadFile/UploadAsVisitor",
  access: "public",
  takes: "file",
  handle: async (call) => {
    const { params, ip } = call;
    const shopId = required(params, "shop");
    const context = visitorContext(call);
    // guard rate: tests/server/app/register.test.ts
    await countVisit(context.db, { kind: "upload", ip, now: context.now });
    const shops = await openShops(context.db, context.registry);
    // guard check: tests/server/app/register.test.ts
    if (!shops.some(({ SHOP_ID }) => SHOP_ID === shopId)) throw new ApiError(CODE.missing, "商场不存在或已停用");
    await refuseFlood({ ...context, shopId });
    return ok(null, await takeFile(call, "image", context.now, (file) => addVisitorFile({ ...context, shopId }, file)));
  },
};
