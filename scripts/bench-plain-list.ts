/** Lists that nothing has been added to, built by Vite and served by a bare server: what the portal's first list is compared with (scripts/bench-paint.ts). */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import type { WireRow } from "../src/shared/protocol/list.ts";

const ROOT = join(import.meta.dirname, "..");
/** Not among the portal's own packages: installed when it is measured, in this very version. */
const REACT_ADMIN = "react-admin@5.15.4";
const TYPES: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

export interface PlainList {
  /** Where the list is. */
  readonly url: string;
  end(): Promise<void>;
}

interface Shown {
  readonly columns: readonly { readonly field: string; readonly title: string }[];
  /** Those of one page. */
  readonly rows: readonly WireRow[];
  readonly total: number;
}

/** The list as refine with antd, or react-admin, draws it. Null: its packages cannot be had. */
export async function servePlainList(kind: "refine" | "react-admin", shown: Shown): Promise<PlainList | null> {
  const folder = join(ROOT, ".cache/bench-plain", kind);
  mkdirSync(folder, { recursive: true });
  if (kind === "react-admin" && !install(folder)) return null;
  copyFileSync(join(import.meta.dirname, `bench-paint/${kind}.jsx`), join(folder, "main.jsx"));
  writeFileSync(
    join(folder, "index.html"),
    `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${kind}</title>
    <script>window.COLUMNS = ${JSON.stringify(shown.columns)}</script></head><body><div id="root"></div><script type="module" src="./main.jsx"></script></body></html>`,
  );
  await build({
    root: folder,
    configFile: false,
    logLevel: "error",
    plugins: [react()],
    build: { outDir: "dist", target: "es2022", chunkSizeWarningLimit: 5000 },
  });
  return serve(join(folder, "dist"), kind === "refine" ? "/statements" : "/#/statements", shown);
}

function install(folder: string): boolean {
  const [name, version] = REACT_ADMIN.split("@");
  const manifest = join(folder, "node_modules", name ?? "", "package.json");
  const isThere = () => existsSync(manifest) && (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version === version;
  if (isThere()) return true;
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true }));
  spawnSync("npm", ["install", "--save-exact", REACT_ADMIN], { cwd: folder, stdio: "ignore" });
  return isThere();
}

/** The files packed as the portal packs its own, and the rows without asking anybody for them. */
async function serve(folder: string, path: string, { rows, total }: Shown): Promise<PlainList> {
  const packed = new Map<string, Buffer>();
  const read = (file: string) => {
    const known = packed.get(file) ?? brotliCompressSync(readFileSync(join(folder, file)));
    packed.set(file, known);
    return known;
  };
  const answer = brotliCompressSync(JSON.stringify(rows.map((row) => ({ ...row, id: row.Id }))));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    response.setHeader("content-encoding", "br");
    if (pathname.startsWith("/rest/")) {
      response.writeHead(200, { "content-type": "application/json", "x-total-count": total });
      response.end(answer);
      return;
    }
    const file = existsSync(join(folder, pathname)) && extname(pathname) !== "" ? pathname : "/index.html";
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    response.end(read(file));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    end: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
