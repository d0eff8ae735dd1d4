import type { Plugin } from "vite";

/** refine's bundles: one file each, every export wrapped in a call of a helper that sets its name. */
const REFINE = /@refinedev\/(core|antd)\/dist\/index\.mjs$/;
const HELPER = /var \w+=Object\.defineProperty;.*?var (\w+)=\(\w+,\w+\)=>\w+\(\w+,"name"/s;

/** A module left out of the build, because what imports it never uses it here. */
interface Stub {
  readonly importer: RegExp;
  readonly source: string;
  readonly names: readonly string[];
  /** What stands in its place, where that is called as it is loaded; left out: exports that throw. */
  readonly code?: string;
}

const STUBS: readonly Stub[] = [
  // MarkdownField, and PageHeader of refine's List/Edit/Show: we draw our own pages.
  { importer: REFINE, source: "react-markdown", names: ["default"] },
  { importer: REFINE, source: "remark-gfm", names: ["default"] },
  { importer: REFINE, source: "@ant-design/pro-layout", names: ["PageHeader"] },
  // refine's CSV import and export: exports are made in a worker.
  { importer: REFINE, source: "papaparse", names: ["default"] },
  // simple-rest's own client, which it sets up as it is loaded: ours is handed to it (src/web/data/data-provider.ts).
  {
    importer: /@refinedev\/simple-rest\/dist\/index\.mjs$/,
    source: "axios",
    names: ["default"],
    code: "export default { create: () => ({ interceptors: { response: { use: () => undefined } } }) };",
  },
  // Filters in antd's column heads (they bring its Tree along): lists have a filter bar.
  { importer: /antd\/es\/table\/hooks\/useFilter\/index\.js$/, source: "./FilterDropdown", names: ["default", "flattenKeys"] },
];
/** antd's form context needs one small part of rc-field-form; its index brings all of it along, before any form is shown. */
const FORM_CONTEXT = /antd\/es\/form\/context\.js$/;
const PREFIX = "\0slim-refine:";

/**
 * Makes @refinedev tree-shakable: the name helper's calls are marked as pure, so unused exports can be dropped, and large parts
 * that are never used are left out. A stub that is used after all throws an error which names it.
 */
export function slimRefine(): Plugin {
  return {
    name: "slim-refine",
    enforce: "pre",
    apply: "build",
    resolveId(source, importer) {
      const path = importer?.replaceAll("\\", "/") ?? "";
      if (source === "rc-field-form" && FORM_CONTEXT.test(path)) return this.resolve("rc-field-form/es/FormContext", importer);
      const index = STUBS.findIndex((stub) => stub.source === source && stub.importer.test(path));
      return index === -1 ? null : `${PREFIX}${index}`;
    },
    load(id) {
      const stub = id.startsWith(PREFIX) ? STUBS[Number(id.slice(PREFIX.length))] : undefined;
      if (stub === undefined) return null;
      return stub.code ?? stub.names.map((name) => stubExport(stub.source, name)).join("\n");
    },
    transform(code, id) {
      if (!REFINE.test(id.replaceAll("\\", "/"))) return null;
      const helper = HELPER.exec(code.slice(0, 5000))?.[1];
      if (helper === undefined) return this.error(`${id}: the name helper was not found; refine's bundle has a new form`);
      return { code: code.replace(new RegExp(`([\\w$]=)${helper}\\(`, "g"), `$1/*#__PURE__*/${helper}(`), map: null };
    },
  };
}

function stubExport(source: string, name: string): string {
  const message = `${name} of ${source} is left out of the build, see scripts/vite-slim-refine.ts`;
  const stub = `() => { throw new Error(${JSON.stringify(message)}); }`;
  return name === "default" ? `export default ${stub};` : `export const ${name} = ${stub};`;
}
