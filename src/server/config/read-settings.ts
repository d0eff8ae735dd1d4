import { parseArgs } from "node:util";
import { readOidc } from "../auth/oidc-settings.ts";
import { readBucket } from "../base/storage/s3/bucket-settings.ts";
import { readVerifier } from "../features/invoices/verifier/http-verifier.ts";
import { readBanks } from "../features/payments/bank-variables.ts";
import { readHeads } from "../tables/heads/head-settings.ts";
import { READERS } from "./readers.ts";
import type { Settings } from "./settings.ts";

/** Every bad value of the environment, one line each. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
  constructor(readonly problems: readonly string[]) {
    super(problems.join("\n"));
  }
}

/** A variable's text to its value; throws an Error whose message says what is expected. */
type Reader<T> = (text: string | undefined) => T;

const ALL_BUT_NOBODY =
  "没有设置 OIDC 登录时只能为 all，否则其他用户无法登录 / must be all without a provider of identity (OIDC_…): nobody else could sign in";

const MOST_WORKERS = 128;
const NEEDS_POSTGRES =
  "内置数据库只能由一个进程使用，多个进程请设置 DATABASE_URL / the embedded database belongs to one process: set DATABASE_URL for several";

const READS_POSTGRES =
  "副本属于 DATABASE_URL 的库，请同时设置 DATABASE_URL / a replica is one of the database of DATABASE_URL: set that, too";

/**
 * Reads all settings, or throws one {@link SettingsError} with every problem. An empty variable counts as unset.
 *
 * @param args what stands behind the program's name: `--workers N`
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>, args: readonly string[] = []): Settings {
  const problems: string[] = [];
  const read = <T>(name: string, reader: Reader<T>): T => {
    const text = env[name] === "" ? undefined : env[name];
    try {
      return reader(text);
    } catch (error) {
      // A value may be a secret (DATABASE_URL, DEMO_PASSWORD): only the name is repeated.
      problems.push(`${name}: ${(error as Error).message}`);
      return undefined as T; // never seen: a problem makes the whole reading throw
    }
  };
  const told = {
    port: read("PORT", READERS.port),
    host: read("HOST", READERS.host),
    dataDir: read("DATA_DIR", READERS.dataDir),
    databaseUrl: read("DATABASE_URL", READERS.databaseUrl),
    databaseOwnerUrl: read("DATABASE_OWNER_URL", READERS.databaseOwnerUrl),
    databaseReadUrls: read("DATABASE_READ_URL", READERS.databaseReadUrls),
    readLagSeconds: read("READ_LAG_SECONDS", READERS.readLagSeconds),
    databaseConnections: read("DATABASE_CONNECTIONS", READERS.databaseConnections),
    queueLength: read("QUEUE_LENGTH", READERS.queueLength),
    queueSeconds: read("QUEUE_SECONDS", READERS.queueSeconds),
    allowOwner: read("ALLOW_OWNER", READERS.allowOwner),
    registryDir: read("REGISTRY_DIR", READERS.registryDir),
    registryEdits: read("REGISTRY_EDITS", READERS.registryEdits),
    demo: read("DEMO", READERS.demo),
    demoPassword: read("DEMO_PASSWORD", READERS.demoPassword),
    seedDate: read("SEED_DATE", READERS.seedDate),
    trustProxy: read("TRUST_PROXY", READERS.trustProxy),
    publicUrl: read("PUBLIC_URL", READERS.publicUrl),
    dailyLimits: read("DAILY_LIMITS", READERS.dailyLimits),
    secondFactor: read("SECOND_FACTOR", READERS.secondFactor),
    passwordSignIn: read("PASSWORD_SIGN_IN", READERS.passwordSignIn),
    metricsToken: read("METRICS_TOKEN", READERS.metricsToken),
    pushNetworks: read("PUSH_NETWORKS", READERS.pushNetworks),
    banks: readBanks(env, (problem) => void problems.push(problem)),
    verifier: readVerifier(env, (problem) => void problems.push(problem)),
    heads: readHeads(env, (problem) => void problems.push(problem)),
    bucket: readBucket(env, (problem) => void problems.push(problem)),
    bankTimeoutMs: read("BANK_TIMEOUT_MS", READERS.bankTimeoutMs),
  };
  const workers = readWorkers(args, (problem) => void problems.push(problem));
  if (workers > 1 && told.databaseUrl === undefined) problems.push(`--workers: ${NEEDS_POSTGRES}`);
  // Where it is wrong, that has been said.
  if ((told.databaseReadUrls ?? []).length > 0 && told.databaseUrl === undefined) problems.push(`DATABASE_READ_URL: ${READS_POSTGRES}`);
  const oidc = readOidc(env, told.publicUrl, (problem) => void problems.push(problem));
  const settings: Settings = { ...told, workers, oidc };
  if (oidc === undefined && typeof settings.passwordSignIn === "object") problems.push(`PASSWORD_SIGN_IN: ${ALL_BUT_NOBODY}`);
  if (problems.length > 0) throw new SettingsError(problems);
  return settings;
}

/** One, where nothing is said. What is not known is told: it may be a slip of the one word that is. */
function readWorkers(args: readonly string[], tell: (problem: string) => void): number {
  try {
    const { values } = parseArgs({ args: [...args], options: { workers: { type: "string", default: "1" } } });
    const count = /^\d{1,3}$/.test(values.workers) ? Number(values.workers) : 0;
    if (count >= 1 && count <= MOST_WORKERS) return count;
    tell(`--workers: 应为 1 到 ${MOST_WORKERS} 的整数 / must be a whole number from 1 to ${MOST_WORKERS}`);
  } catch (error) {
    tell(`${args.join(" ")}: ${(error as Error).message}`);
  }
  return 1;
}
