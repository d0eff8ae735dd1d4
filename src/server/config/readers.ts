import { statSync } from "node:fs";
import { isIP } from "node:net";
import { resolve } from "node:path";
import { CellError, cellFromWire } from "../../shared/domain/cell.ts";
import { BUDGETS, type DailyLimits, USUAL_LIMITS } from "../http/day-budget.ts";
import type { Settings } from "./settings.ts";

/** What belongs together is read together: of the banks, the verifier, the provider of identity, the bucket and the heads of the chains, each in a file of its own. */
type Single = Exclude<keyof Settings, "banks" | "verifier" | "oidc" | "heads" | "bucket" | "workers">;
type Readers = { readonly [K in Single]: (text: string | undefined) => Settings[K] };

const HOST_NAME = /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;
/** Names that Fastify's trustProxy knows for address ranges. */
const PROXY_NAMES = new Set(["loopback", "linklocal", "uniquelocal"]);
const DEMO_MODES = ["auto", "off", "on"] as const;
const EDIT_MODES = ["hold", "serve"] as const;
const FACTOR_MODES = ["optional", "required"] as const;

/** One reader per setting. Messages are Chinese / English on one line. */
export const READERS: Readers = {
  port: (text = "8080") => wholeNumber(text, 0, 65_535),

  host: (text = "127.0.0.1") => {
    if (isIP(text) === 0 && !HOST_NAME.test(text)) throw new Error("应为 IP 地址或主机名 / must be an IP address or a host name");
    return text;
  },

  dataDir: (text = "data") => {
    if (isFile(text)) throw new Error("应为文件夹，不是文件 / must be a folder, not a file");
    return resolve(text);
  },

  databaseUrl: postgresUrl,

  databaseOwnerUrl: postgresUrl,

  databaseReadUrls: (text = "") => {
    // A comma may be part of a password, a space of nothing.
    const urls = text.split(/\s+/).filter((url) => url !== "");
    const isOne = (url: string) => postgresUrl(url) !== undefined && !/,\s*postgres(ql)?:/.test(url);
    if (urls.every(isOne)) return urls;
    throw new Error("多个用空格分隔 / several are separated by spaces");
  },

  readLagSeconds: (text = "5") => wholeNumber(text, 1, 3600),

  databaseConnections: (text = "10") => wholeNumber(text, 4, 500),

  queueLength: (text = "1000") => wholeNumber(text, 0, 100_000),

  queueSeconds: (text = "60") => wholeNumber(text, 1, 100),

  allowOwner: (text = "0") => oneOf(["0", "1"] as const, text) === "1",

  registryDir: (text = ".") => {
    if (!isFile(resolve(text, "modules.json"))) throw new Error(`${resolve(text)} 中没有 modules.json / holds no modules.json`);
    return resolve(text);
  },

  registryEdits: (text = "hold") => oneOf(EDIT_MODES, text),

  demo: (text = "auto") => oneOf(DEMO_MODES, text),

  demoPassword: (text) => {
    if (text === undefined) return undefined;
    if (!/^[\x21-\x7e]{6,128}$/.test(text)) throw new Error("应为 6 到 128 位可见 ASCII 字符 / must be 6 to 128 visible ASCII characters");
    return text;
  },

  seedDate: (text) => {
    if (text === undefined) return undefined;
    try {
      return String(cellFromWire({ type: "date", codeType: "text", length: null }, text));
    } catch (error) {
      if (error instanceof CellError) throw new Error("应为日期，如 2025-06-30 / must be a date like 2025-06-30");
      throw error;
    }
  },

  trustProxy: (text = "") => {
    const proxies = text.split(",").map((part) => part.trim());
    if (text === "" || text === "false") return [];
    // "Trust everybody" would let any client choose its address, and with it escape the sign-in limit.
    if (!proxies.every((proxy) => PROXY_NAMES.has(proxy) || isRange(proxy))) {
      throw new Error("应为代理的 IP 或网段，逗号分隔 / must be addresses or CIDR ranges of proxies, separated by commas");
    }
    return proxies;
  },

  dailyLimits: (text = ""): DailyLimits => {
    const limits = { ...USUAL_LIMITS };
    for (const part of text.split(",").filter((one) => one.trim() !== "")) {
      const [, name, user, shop] = /^\s*([a-z]+)=(\d{1,12}):(\d{1,12})\s*$/.exec(part) ?? [];
      const budget = BUDGETS.find((one) => one === name);
      if (budget === undefined)
        throw new Error(
          `应为 ${BUDGETS.join("、")} 的每日上限（每人:每店），如 exports=300:3000 / must be daily limits of ${BUDGETS.join(", ")} for a user and a shop, like exports=300:3000`,
        );
      limits[budget] = { user: Number(user), shop: Number(shop) };
    }
    return limits;
  },

  publicUrl: (text) => {
    if (text === undefined) return undefined;
    const url = parseUrl(text, ["http:", "https:"]);
    if (url === null || url.pathname !== "/" || url.search !== "" || url.hash !== "" || url.username !== "") {
      throw new Error("应为 https://主机，不带路径 / must be like https://host, without a path");
    }
    return url.origin;
  },

  secondFactor: (text = "optional") => oneOf(FACTOR_MODES, text),

  passwordSignIn: (text = "all") => {
    if (text === "all") return "all";
    const users = text.split(",").map((user) => user.trim());
    if (!users.every((user) => /^\S{1,40}$/.test(user))) {
      throw new Error(
        "应为 all，或保留密码登录的用户编号，逗号分隔 / must be all, or ids of users who keep their password, separated by commas",
      );
    }
    return new Set(users);
  },

  pushNetworks: (text = "") => {
    const networks = text.split(",").map((part) => part.trim());
    if (text === "") return [];
    if (!networks.every(isRange))
      throw new Error("应为 IP 或网段，逗号分隔 / must be addresses or CIDR ranges, separated by commas, e.g. 192.168.10.0/24");
    return networks;
  },

  metricsToken: (text) => {
    if (text !== undefined && !/^[\x21-\x7e]{16,200}$/.test(text))
      throw new Error("应为 16 到 200 位可见 ASCII 字符 / must be 16 to 200 visible ASCII characters");
    return text;
  },

  bankTimeoutMs: (text = "5000") => {
    if (!/^\d{3,5}$/.test(text) || Number(text) > 60_000) throw new Error("应为 100 到 60000 的毫秒数 / must be 100 to 60000 milliseconds");
    return Number(text);
  },
};

function wholeNumber(text: string, least: number, most: number): number {
  if (!/^\d{1,6}$/.test(text) || Number(text) < least || Number(text) > most)
    throw new Error(`应为 ${least} 到 ${most} 的整数 / must be a whole number from ${least} to ${most}`);
  return Number(text);
}

function postgresUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = parseUrl(text, ["postgres:", "postgresql:"]);
  const hasHost = url !== null && (url.hostname !== "" || url.searchParams.has("host"));
  if (!hasHost) throw new Error("应为 postgres://用户:密码@主机:端口/库 / must be postgres://user:password@host:port/database");
  return text;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function parseUrl(text: string, protocols: readonly string[]): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return protocols.includes(url.protocol) ? url : null;
}

function isRange(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128));
}

function oneOf<T extends string>(modes: readonly T[], text: string): T {
  const mode = modes.find((known) => known === text);
  if (mode === undefined) throw new Error(`应为 ${modes.join(" | ")} / must be one of ${modes.join(" | ")}`);
  return mode;
}
