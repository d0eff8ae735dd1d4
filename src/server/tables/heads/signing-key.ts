import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { StartupError } from "../../base/startup-error.ts";

/** What heads are signed with: Ed25519. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** The beginning of the public key's SHA-256: by it a line says who signed it. */
  readonly name: string;
}

const OWN = "audit-key.pem";

/**
 * Reads the key. One that was not given lies in the data folder, for nobody but the server to read, and is made when it is first needed.
 *
 * @throws StartupError where a file that was given is none, or holds another kind of key
 */
export function openSigningKey(dataDir: string, keyFile: string | undefined): SigningKey {
  const path = keyFile ?? join(dataDir, OWN);
  if (keyFile === undefined) makeKey(path);
  const privateKey = readKey(path, (pem) => createPrivateKey(pem));
  const publicKey = createPublicKey(privateKey);
  return { privateKey, publicKey, name: keyName(publicKey) };
}

/** Reads the public key of whoever signed heads: an auditor has no other. */
export function readPublicKey(path: string): KeyObject {
  return readKey(path, (pem) => createPublicKey(pem));
}

/** The public key as text, to be handed to the auditor. */
export function publicPem({ publicKey }: Pick<SigningKey, "publicKey">): string {
  return publicKey.export({ type: "spki", format: "pem" }).toString();
}

/** Under which name lines are signed with a key. */
export function keyName(publicKey: KeyObject): string {
  return createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("hex")
    .slice(0, 16);
}

function makeKey(path: string): void {
  const pem = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" });
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(path, pem, { flag: "wx", mode: 0o600 });
  } catch (error) {
    // It was made before: that one counts.
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}

function readKey(path: string, parse: (pem: Buffer) => KeyObject): KeyObject {
  try {
    const key = parse(readFileSync(path));
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // What stands in the file is a secret: only its name is told.
  }
  throw new StartupError(`${path}: 不是 Ed25519 密钥（PEM） / holds no Ed25519 key (PEM): openssl genpkey -algorithm ed25519 makes one`);
}
