import type { Plugin } from "vite";

/** refine's bundles: one file each, every export wrapped in a call of a helper that sets its name. */
const REFINE = /@refinedev\/(core|antd)\/dist\/index\.mjs$/;
const HELPER = /var \w+=Object\.defineProperty;.*?var (\w+)=\(\w+,\w+\)=>\w+\(\w+,"name"/s;

/** Used only by parts of @refinedev/antd we do not draw (MarkdownField, PageHeader of its List/Edit/Show); 200 kB together. */
const STUBBED: Readonly<Record<string, readonly string[]>> = {
  "react-markdown": ["default"],
  "remark-gfm": ["default"],
  "@ant-design/pro-layout": ["PageHeader"],
};
const STUB = "\0slim-refine:";

/**
 * Makes @refinedev tree-shakable: the name helper's calls are marked as pure, so unused exports can be dropped, and the large
 * packages behind unused exports are replaced. A stub that is used after all throws an error which names it.
 */
export function slimRefine(): Plugin {
  return {
    name: "slim-refine",
    enforce: "pre",
    apply: "build",
    resolveId(source, importer) {
      return importer !== undefined && REFINE.test(importer) && source in STUBBED ? STUB + source : null;
    },
    load(id) {
      if (!id.startsWith(STUB)) return null;
      const source = id.slice(STUB.length);
      const stub = `() => { throw new Error(${JSON.stringify(`${source} is left out of the build, see scripts/vite-slim-refine.ts`)}); }`;
      return (STUBBED[source] ?? [])
        .map((name) => (name === "default" ? `export default ${stub};` : `export const ${name} = ${stub};`))
        .join("\n");
    },
    transform(code, id) {
      if (!REFINE.test(id)) return null;
      const helper = HELPER.exec(code.slice(0, 5000))?.[1];
      if (helper === undefined) return this.error(`${id}: the name helper was not found; refine's bundle has a new form`);
      return { code: code.replace(new RegExp(`([\\w$]=)${helper}\\(`, "g"), `$1/*#__PURE__*/${helper}(`), map: null };
    },
  };
}
