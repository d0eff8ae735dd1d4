import { Refine } from "@refinedev/core";
import { waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, it } from "vitest";
import type { ScreenModel } from "../../src/shared/protocol/screen.ts";
import { dataProvider } from "../../src/web/data/data-provider.ts";
import { createQueryClient } from "../../src/web/data/query-client.ts";
import { QUERY_KEYS } from "../../src/web/data/query-keys.ts";
import { useDocument } from "../../src/web/pages/show/show-record.ts";
import { answerCalls, draw } from "./kinds/draw.tsx";

function Page() {
  const { document } = useDocument({ MdlId: 902, columns: [] } as unknown as ScreenModel, "1");
  return document === undefined ? null : <b>{String(document.row.rowver)}</b>;
}

it("outdates the lists that hold the row as it was before it was opened, and no others", async () => {
  answerCalls({ row: { Id: 1, rowver: 2, isread: true }, lines: {}, actions: [] });
  const client = createQueryClient(() => undefined);
  const lists = [{ Id: 1, rowver: 1 }, { Id: 1, rowver: 2 }, { Id: 2, rowver: 1 }, { Id: 1 }];
  const keyOf = (at: number) => [...QUERY_KEYS.lists("902"), { at }];
  for (const [at, row] of lists.entries()) client.setQueryData(keyOf(at), { data: [row], total: 1 });
  client.setQueryData([...QUERY_KEYS.lists("901"), {}], { data: lists, total: 4 });
  const { container } = draw(
    <MemoryRouter>
      <Refine dataProvider={dataProvider} options={{ disableTelemetry: true, useNewQueryKeys: true, reactQuery: { clientConfig: client } }}>
        <Page />
      </Refine>
    </MemoryRouter>,
    client,
  );
  await waitFor(() => expect(container.textContent).toBe("2"));
  const isOld = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated;
  expect(lists.map((_row, at) => isOld(keyOf(at)))).toEqual([true, false, false, false]);
  expect(isOld([...QUERY_KEYS.lists("901"), {}])).toBe(false);
});
