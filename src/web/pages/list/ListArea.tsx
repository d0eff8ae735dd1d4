import { lazy, Suspense } from "react";
import { LightPlace } from "../../kinds/light/LightPlace.tsx";
import { useLightFirst } from "../../kinds/light/use-light-first.ts";
import { useSize } from "../../kinds/use-size.ts";
import { PageSkeleton, PageWait } from "../module/PageWait.tsx";
import { ListCards } from "./ListCards.tsx";
import { ListTable } from "./ListTable.tsx";
import type { RowsProps } from "./list-rows.ts";
import { CARDS } from "./list-widths.ts";
import { PrintAll } from "./PrintAll.tsx";

const GroupTable = lazy(() => import("./GroupTable.tsx"));

interface ListAreaProps extends RowsProps {
  readonly className: string;
  /** px; left out: what is left of the page. */
  readonly height?: number;
  readonly onRefresh: () => void;
}

/** The place of the table: what stands there until its rows are read, and the table as large as it is. */
export function ListArea({ className, height, onRefresh, ...table }: ListAreaProps) {
  const [place, area] = useSize<HTMLDivElement>();
  const { query, groupColumn } = table.list;
  const isLight = useLightFirst(query.data !== undefined) && query.error === null;
  return (
    <div ref={place} className={className} style={{ height }}>
      {isLight && <LightPlace part="table" />}
      {query.data === undefined && !isLight && <PageWait query={query} onRetry={onRefresh} />}
      {query.data !== undefined &&
        !isLight &&
        area.height > 0 &&
        (groupColumn !== null ? (
          <Suspense fallback={<PageSkeleton />}>
            <GroupTable screen={table.screen} list={table.list} column={groupColumn} height={area.height} isNarrow={area.width < CARDS} />
          </Suspense>
        ) : area.width < CARDS ? (
          <ListCards {...table} />
        ) : (
          <ListTable {...table} area={area} />
        ))}
      <PrintAll list={table.list} />
    </div>
  );
}
