import { FEATURES } from "../../../src/server/features.ts";
import { fillDemoAccounts } from "../db/fixtures/fill-demo.ts";
import { describeEngine } from "../db/fixtures/test-database.ts";
import { registry } from "../flows/fixtures/real-registry.ts";
import { describeEveryModule, type TestUser } from "./fixtures/every-module.ts";
import { openPortal } from "./fixtures/portal.ts";

/** Visits of pages are written by the clock, and would change the list of them while it is looked at. */
const features = FEATURES.filter(({ name }) => name !== "usage");

/** The spotlight supplier and the retailer see something everywhere, except where there is nothing for such a shop. */
const USERS: readonly TestUser[] = [
  { user: "admin01", shop: "0000000001", side: "mall" },
  { user: "admin54", shop: "0000000054", side: "shop", full: true },
  { user: "s054001", shop: "0000000054", side: "supplier", full: true },
  { user: "s054002", shop: "0000000054", side: "supplier", beside: "s054001" },
  { user: "s153001", shop: "0000000153", side: "supplier", full: true },
];

describeEngine("every module", (open) => {
  describeEveryModule({
    registry,
    open: () => openPortal({ open, features, fill: fillDemoAccounts }),
    users: USERS,
    // Of a second supplier of another profile, only the pages that the others do not have.
    isWanted: ({ user }, module) => user !== "s153001" || module.when !== null,
    // A retailer's own market holds no mall, the journal is posted by a server that listens, and nobody of the demo is away.
    nothingThere: ["101 admin54", "9005 admin54", ...["admin54", "s054001", "s153001"].flatMap((user) => [`9006 ${user}`, `9007 ${user}`])],
    nobodys: "102001",
  });
});
