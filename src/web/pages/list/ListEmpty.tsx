import { Button, Empty } from "antd";

interface ListEmptyProps {
  /** px of the table body, which the picture fills. */
  readonly height: number;
  readonly hasFilters: boolean;
  readonly onClear: () => void;
}

/** No rows: because there are none, or because of the filter. */
export function ListEmpty({ height, hasFilters, onClear }: ListEmptyProps) {
  return (
    <div className="list-empty" style={{ height: height - 16 }} data-testid="list-empty">
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={hasFilters ? "没有符合条件的数据" : "暂无数据"}>
        {hasFilters && <Button onClick={onClear}>清除筛选条件</Button>}
      </Empty>
    </div>
  );
}
