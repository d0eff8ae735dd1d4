import { expect, test } from "vitest";
import { createQueryClient } from "../../src/web/data/query-client.ts";
import { QUERY_KEYS } from "../../src/web/data/query-keys.ts";

const ROWS = QUERY_KEYS.call("data", "/api/Module/510/Get", { id: "1" });

/** Whether rows that were read are outdated after a mutation with these options. */
async function isOutdatedAfter(options: { readonly mutationKey?: readonly unknown[]; readonly meta?: Record<string, unknown> }) {
  const client = createQueryClient(() => undefined);
  client.setQueryData(ROWS, {});
  await client
    .getMutationCache()
    .build(client, { ...options, mutationFn: async () => null })
    .execute();
  return client.getQueryState(ROWS)?.isInvalidated;
}

test("whatever the user does outdates rows; refine's look at a failed read does not, or it would be read for ever", async () => {
  expect(await isOutdatedAfter({})).toBe(true);
  expect(await isOutdatedAfter({ mutationKey: ["other"] })).toBe(true);
  expect(await isOutdatedAfter({ mutationKey: QUERY_KEYS.errorCheck() })).toBe(false);
  expect(await isOutdatedAfter({ meta: { readsOnly: true } })).toBe(false);
});
