import { expect, it } from "vitest";
import { registry } from "../flows/fixtures/real-registry.ts";

it("whatever is typed into a unique key is told by its look, or has a form of its own", () => {
  const typed = Object.values(registry.entities).flatMap(({ name, fields, unique, uniqueEverywhere, save, number, head }) =>
    save.create === null && save.visitor === null
      ? []
      : [...new Set([...unique, ...uniqueEverywhere].flat())].flatMap((key) => {
          const field = fields[key];
          const isWritten = field?.type === "string" && !field.isReadonly && key !== number?.field && key !== head?.field;
          return isWritten && !field.isIdentity && field.check === null ? [`${name}.${key}`] : [];
        }),
  );
  expect(typed).toEqual([]);
});
