import type { Feature } from "../../http/feature.ts";
import { getRegisterForm, saveRegistration } from "./register-calls.ts";
import { forgetVisitorFiles } from "./visitor-files.ts";
import { VISITOR_MIGRATIONS } from "./visitor-migrations.ts";
import { uploadAsVisitor } from "./visitor-upload.ts";

export { openShops } from "./open-shops.ts";
export { visitorContext } from "./register-calls.ts";
export { saveVisitor, type VisitorWork } from "./save-visitor.ts";
export { giveVisitorFiles } from "./visitor-files.ts";

/** What somebody who is not signed in may send: a registration with its pictures. */
export const visitors: Feature = {
  name: "visitors",
  needs: {
    Attachment: { fields: { visit: "enum", createtime: "datetime", provid: "string", url: "url" } },
    Shop: { fields: { SHOP_ID: "string", ShopName: "string", statu: "enum" } },
  },
  calls: [getRegisterForm, saveRegistration, uploadAsVisitor],
  migrations: VISITOR_MIGRATIONS,
  maintain: ({ db, registry, now }) => forgetVisitorFiles(db, registry.current(), now()),
};
