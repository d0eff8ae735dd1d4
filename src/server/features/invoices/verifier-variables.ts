import type { VerifierAddress } from "./verifier/http-verifier.ts";

const URL_NAME = "INVOICE_VERIFIER_URL";
const SECRET_NAME = "INVOICE_VERIFIER_SECRET";
const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "localhost", "[::1]"]);
const LEAST = 16;

type Env = Readonly<Record<string, string | undefined>>;

/** The register of tax invoices; undefined: the portal's own sandbox. Both variables belong together. */
export function readVerifier(env: Env, tell: (problem: string) => void): VerifierAddress | undefined {
  const [url = "", secret = ""] = [env[URL_NAME], env[SECRET_NAME]];
  if (url === "" && secret === "") return undefined;
  if (!isSafeUrl(url)) tell(`${URL_NAME}: 应为 https://主机/路径 / must be like https://host/path`);
  if (!/^[\x21-\x7e]+$/.test(secret) || secret.length < LEAST) {
    tell(`${SECRET_NAME}: 应为至少 ${LEAST} 位可见 ASCII 字符 / must be at least ${LEAST} visible ASCII characters`);
  }
  return { url, secret };
}

/** What is sent is encrypted, unless it stays on this machine. */
function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  const isPlain = url.protocol === "http:" && LOOPBACK.has(url.hostname);
  return (url.protocol === "https:" || isPlain) && url.username === "" && url.password === "" && url.hash === "";
}
