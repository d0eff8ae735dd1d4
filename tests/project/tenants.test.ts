import { expect, test } from "vitest";
import { readCode, sourceFiles } from "./source-files.ts";

/** Every place that says as whom statements are run, as its file says it. */
function said(): string[] {
  return [...sourceFiles("src"), ...sourceFiles("scripts")]
    .filter((file) => file !== "src/server/db/driver/tenant-statements.ts")
    .flatMap((file) => [...readCode(file).matchAll(/forTenant\([\w.]+, ([^)]*\)?)/g)].map((match) => `${file}: ${match[1]}`));
}

const shop = (of: string) => `{ as: "shop", shop${of === "shop" ? "" : `: ${of}`} })`;

// Whoever adds a purpose reads docs/decisions/85 first: a session and the engine's store say it already.
test("who says as whom the database is asked is known, and only sign-in is nobody in particular", () => {
  expect(said()).toEqual([
    "src/demo/demo-accounts.ts: SIGN_IN)",
    "src/server/auth/credentials.ts: SIGN_IN)",
    "src/server/auth/delegations.ts: SIGN_IN)",
    "src/server/auth/delegations.ts: SIGN_IN)",
    "src/server/auth/opened-session.ts: SIGN_IN)",
    "src/server/auth/session-store.ts: SIGN_IN)",
    "src/server/engine/exports/export-desk.ts: tenantOf(user.viewer)",
    `src/server/engine/forget-messages.ts: ${shop("shop")}`,
    `src/server/engine/forget-own-lists.ts: ${shop("shop")}`,
    `src/server/engine/jobs/job-runner.ts: ${shop("shopId")}`,
    `src/server/engine/run-due.ts: ${shop("shop")}`,
    `src/server/engine/store/sql-store.ts: ${shop("shopId")}`,
    `src/server/engine/uploads/attachments.ts: ${shop("shop")}`,
    `src/server/engine/uploads/unattached.ts: ${shop("shop")}`,
    `src/server/features/advice/suggest.ts: { as: "supplier", shop: owner.shopId, supplier: owner.provId })`,
    `src/server/features/audit/verify-audit-call.ts: ${shop("shop")}`,
    "src/server/features/imports/import-job.ts: tenantOf(user.viewer)",
    `src/server/features/journal/post-journal.ts: ${shop("shop")}`,
    `src/server/features/keyed/key/find-key.ts: ${shop("shop")}`,
    `src/server/features/keyed/key/opened.ts: ${shop("shop")}`,
    "src/server/features/keyed/key/opened.ts: SIGN_IN)",
    `src/server/features/keyed/out/turn-feed.ts: ${shop("shop")}`,
    `src/server/features/keyed/push/enqueue.ts: ${shop("shop")}`,
    `src/server/features/payments/orphan-payments.ts: ${shop("shop")}`,
    "src/server/features/setup/open-new-shop.ts: SIGN_IN)",
    `src/server/features/setup/open-shop.ts: ${shop("shop.id")}`,
    "src/server/features/setup/setup-token.ts: SIGN_IN)",
    "src/server/features/setup/user-desk.ts: SIGN_IN)",
    "src/server/features/setup/user-desk.ts: SIGN_IN)",
    "src/server/features/visitors/register.ts: SIGN_IN)",
    `src/server/features/visitors/save-visitor.ts: ${shop("shopId")}`,
    `src/server/features/visitors/visitor-files.ts: ${shop("shopId")}`,
    `src/server/features/visitors/visitor-files.ts: ${shop("shop")}`,
    "src/server/http/add-routes.ts: tenantOf(viewer)",
    "src/server/http/read-call.ts: tenantOf(context.viewer)",
    `src/server/http/sign-in.ts: ${shop("account.SHOP_ID")}`,
    "src/server/query/scope.ts: tenantOf(viewer)",
    `src/server/query/scope.ts: { as: "market", shop: viewer.shopId })`,
    "scripts/rights.ts: SIGN_IN)",
  ]);
});
