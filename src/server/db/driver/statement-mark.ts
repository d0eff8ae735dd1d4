import type { KyselyPlugin } from "kysely";

/** Something that can be said of a statement, by a plugin that must be its last, and asked of it where it is run. */
export interface StatementMark {
  readonly plugin: KyselyPlugin;
  isOn(statement: object): boolean;
}

/** Another such mark. */
export function statementMark(): StatementMark {
  const marked = new WeakSet<object>();
  return {
    plugin: {
      transformQuery({ node }) {
        marked.add(node);
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    },
    isOn: (statement) => marked.has(statement),
  };
}
