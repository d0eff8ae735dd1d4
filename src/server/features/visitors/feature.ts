import type { Db } from "../../db/driver/database.ts";
import type { Feature } from "../../http/feature.ts";
import { createIndexes, newTable, TEXT } from "../../tables/technical-ddl.ts";
import { getRegisterForm, saveRegistration } from "./register.ts";
import { forgetVisitorFiles } from "./visitor-files.ts";
import { uploadAsVisitor } from "./visitor-upload.ts";

export { asksOf, openShops, visitorContext } from "./register.ts";
export { saveVisitor, type VisitorContext, type VisitorWork } from "./save-visitor.ts";
export { giveVisitorFiles } from "./visitor-files.ts";

/** What somebody who is not signed in may send: a registration with its pictures. */
export const visitors: Feature = {
  name: "visitors",
  needs: {
    Attachment: { fields: { visit: "enum", createtime: "datetime", provid: "string", url: "url" } },
    Shop: { fields: { SHOP_ID: "string", ShopName: "string", statu: "enum" } },
  },
  calls: [getRegisterForm, saveRegistration, uploadAsVisitor],
  migrations: { "0005_visitors": { up: createVisits } },
  maintain: ({ db, registry, now }) => forgetVisitorFiles(db, registry.current(), now()),
};

/** What visitors who are not signed in did within the hour: what, from where, when. */
async function createVisits(db: Db): Promise<void> {
  await newTable(db, "_visit")
    .addColumn("id", TEXT, (column) => column.primaryKey())
    .addColumn("kind", TEXT, (column) => column.notNull())
    .addColumn("address", TEXT, (column) => column.notNull())
    .addColumn("at", "timestamptz", (column) => column.notNull())
    .execute();
  await createIndexes(db, "_visit", ["address", "at"]);
}
