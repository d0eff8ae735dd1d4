import type { Plugin } from "vite";

/** refine's bundles: one file each, every export wrapped in a call of a helper that sets its name. */
const REFINE = /@refinedev\/(core|antd)\/dist\/index\.mjs$/;
const TICKS = /antd\/es\/table\/hooks\/useSelection\.js$/;
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
  // The address of a list is written and read by our router provider; what refine reads beside it are plain words.
  {
    importer: /@refinedev\/(core|react-router-v6)\/dist\/index\.mjs$/,
    source: "qs",
    names: ["default"],
    code: "export default { parse: (text) => Object.fromEntries(new URLSearchParams(text)) };",
  },
  // The titles of modules are Chinese: a word has one form.
  {
    importer: REFINE,
    source: "pluralize",
    names: ["default"],
    code: "const same = (word) => word; export default Object.assign(same, { plural: same, singular: same, isPlural: () => true });",
  },
  // Where a hook was called from: told to refine's own tools for developers alone.
  { importer: /@refinedev\/devtools-internal\//, source: "error-stack-parser", names: ["default"] },
  // simple-rest's own lists, which ours replace.
  { importer: /@refinedev\/simple-rest\/dist\/index\.mjs$/, source: "query-string", names: ["default", "stringify"] },
  // simple-rest's own client, which it sets up as it is loaded: ours is handed to it (src/web/data/data-provider.ts).
  {
    importer: /@refinedev\/simple-rest\/dist\/index\.mjs$/,
    source: "axios",
    names: ["default"],
    code: "export default { create: () => ({ interceptors: { response: { use: () => undefined } } }) };",
  },
  // Filters in antd's column heads (they bring its Tree along): lists have a filter bar.
  { importer: /antd\/es\/table\/hooks\/useFilter\/index\.js$/, source: "./FilterDropdown", names: ["default", "flattenKeys"] },
  // Rows are ticked one by one: neither as branches of a tree nor one instead of another.
  { importer: TICKS, source: "rc-tree/es/utils/conductUtil", names: ["conductCheck"] },
  { importer: TICKS, source: "rc-tree/es/utils/treeUtil", names: ["convertDataToEntities"] },
  {
    importer: TICKS,
    source: "rc-tree/es/util",
    names: ["arrAdd", "arrDel"],
    code: `export const arrAdd = (keys, key) => (keys.includes(key) ? keys : [...keys, key]);
      export const arrDel = (keys, key) => keys.filter((each) => each !== key);`,
  },
  { importer: TICKS, source: "../../radio", names: ["default"] },
  // Its box waits in our own way (src/web/pages/actions).
  { importer: /antd\/es\/modal\/Modal\.js$/, source: "../skeleton", names: ["default"] },
  { importer: /antd\/es\/dropdown\/index\.js$/, source: "./dropdown-button", names: ["default"] },
  // A button wants to know of one opaque colour whether it is bright; the palette it asks brings antd's Collapse along.
  {
    importer: /antd\/es\/button\/style\/token\.js$/,
    source: "../../color-picker/components/ColorPresets",
    names: ["isBright"],
    code: "export const isBright = (color) => { const { r, g, b } = color.toRgb(); return r * 0.299 + g * 0.587 + b * 0.114 > 192; };",
  },
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
