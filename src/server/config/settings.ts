import { join } from "node:path";
import type { OidcSettings } from "../auth/oidc-settings.ts";
import type { BucketSettings } from "../base/storage/s3/bucket-settings.ts";
import type { VerifierAddress } from "../features/invoices/verifier/http-verifier.ts";
import type { BankSettings } from "../features/payments/bank/bank.ts";
import type { DailyLimits } from "../http/day-budget.ts";
import type { LaneSettings } from "../http/lanes.ts";
import type { HeadSettings } from "../tables/heads/head-settings.ts";

/** What the environment says (README, Settings), checked. Read once at start; nothing else reads `process.env`. */
export interface Settings extends LaneSettings {
  /** 0 lets the system choose a free port. */
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** undefined: the embedded database in {@link dataDir}. May hold a password: never printed. */
  readonly databaseUrl: string | undefined;
  /** The owner's login at the same database, for schema changes only; undefined: {@link databaseUrl} is the owner's. Never printed. */
  readonly databaseOwnerUrl: string | undefined;
  /** Standbys of the database that lists are read from; empty: none. May hold passwords: never printed. */
  readonly databaseReadUrls: readonly string[];
  /** No standby is read from that is so many seconds behind. */
  readonly readLagSeconds: number;
  /** One login for all: a superuser or owner may serve (docs/decisions/85). */
  readonly allowOwner: boolean;
  /** How many servers share the port (`--workers`). */
  readonly workers: number;
  /** Holds modules.json and schemas/. */
  readonly registryDir: string;
  /** hold: an edit that shows more, loosens rules or harms stored values waits until it is confirmed; serve: it is told and served. */
  readonly registryEdits: "hold" | "serve";
  /** auto: seeds an empty embedded database; on: seeds any empty database; off: never. */
  readonly demo: "auto" | "off" | "on";
  readonly demoPassword: string | undefined;
  /** Anchor day of the demo data, `yyyy-MM-dd`; undefined: today in Shanghai. */
  readonly seedDate: string | undefined;
  /** Proxies whose X-Forwarded-* headers are believed: addresses, CIDR ranges or Fastify's names for them. Empty: none. */
  readonly trustProxy: readonly string[];
  /** How much a user and a shop may have in a day. */
  readonly dailyLimits: DailyLimits;
  /** How users reach the portal, e.g. https://scm.example.com; undefined: http on host and port. */
  readonly publicUrl: string | undefined;
  /** optional: whoever wants one sets up a second factor; required: whoever may pay or grant must (docs/decisions/86). */
  readonly secondFactor: "optional" | "required";
  /** The provider of identity, with its secret: never printed. undefined: none. */
  readonly oidc: OidcSettings | undefined;
  /** Who may sign in by password; everybody without a provider of identity. */
  readonly passwordSignIn: "all" | ReadonlySet<string>;
  /** Accounts at the bank's channels, with their secrets: never printed. */
  readonly banks: BankSettings;
  /** How long one call to the bank may take, in milliseconds. */
  readonly bankTimeoutMs: number;
  /** The register of tax invoices, with its secret: never printed. undefined: the bundled sandbox. */
  readonly verifier: VerifierAddress | undefined;
  /** Whoever sends it may read /metrics: never printed. undefined: nobody. */
  readonly metricsToken: string | undefined;
  /** Networks inside that subscriptions may push to (docs/decisions/112): addresses or CIDR ranges. Empty: none. */
  readonly pushNetworks: readonly string[];
  /** Where the heads of the audit chains are sent, with a secret: never printed. */
  readonly heads: HeadSettings;
  /** The bucket of the uploaded files, with its secret: never printed. undefined: they lie in {@link dataDir}. */
  readonly bucket: BucketSettings | undefined;
}

/** Where uploaded files lie without a bucket; with one, what is not whole yet. */
export function uploadsDir({ dataDir }: Pick<Settings, "dataDir">): string {
  return join(dataDir, "uploads");
}
