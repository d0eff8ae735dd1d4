import { PictureOutlined, QrcodeOutlined } from "@ant-design/icons";
import { Empty, Pagination } from "antd";
import { Link } from "react-router-dom";
import { StatusTag } from "../../kinds/StatusTag.tsx";
import { ListEmpty } from "../../pages/list/ListEmpty.tsx";
import { PageWait } from "../../pages/module/PageWait.tsx";
import { type Advice, FRESH } from "./advice-row.ts";
import type { AdviceListState, useOpened } from "./use-advice-list.ts";

/** px of the notice that nothing fits the filter. */
const EMPTY_HEIGHT = 260;

interface AdviceListProps {
  readonly state: AdviceListState;
  readonly opened: ReturnType<typeof useOpened>;
  readonly isSupplier: boolean;
}

/** The suggestions as cards, and the pager. */
export function AdviceList({ state, opened, isSupplier }: AdviceListProps) {
  const { list, advices, filters, turnTo } = state;
  const { query } = list;
  if (query.data === undefined) return <PageWait query={query} />;
  if (list.total === 0 && list.filters.length > 0) return <ListEmpty height={EMPTY_HEIGHT} hasFilters onClear={filters.clear} />;
  if (list.total === 0) {
    const text = isSupplier ? "还没有提过建议，写下第一条吧" : "还没有收到建议";
    return <Empty className="advice-none" image={Empty.PRESENTED_IMAGE_SIMPLE} description={text} data-testid="list-empty" />;
  }
  return (
    <>
      <ul className="advice-cards" aria-label="建议列表" aria-busy={query.isFetching} data-testid="advice-list">
        {advices.map((advice) => (
          <AdviceCard key={advice.id} advice={advice} opened={opened} isSupplier={isSupplier} />
        ))}
      </ul>
      <Pagination
        className="advice-pager"
        size="small"
        simple
        current={list.current}
        pageSize={list.pageSize}
        total={list.total}
        showSizeChanger={false}
        showTotal={(total) => (
          <span>
            共 <b data-testid="list-total">{total}</b> 条
          </span>
        )}
        onChange={turnTo}
      />
    </>
  );
}

/** One suggestion of the list: a link that opens it. */
function AdviceCard({ advice, opened, isSupplier }: Omit<AdviceListProps, "state"> & { advice: Advice }) {
  const { id, title, content, state, time, pictures, isScanned, isReplied, reply } = advice;
  return (
    <li>
      <Link
        to={opened.linkTo(id)}
        replace
        className="advice-card"
        data-fresh={state.code === FRESH}
        aria-current={id === opened.id ? "true" : undefined}
        data-testid={`row-${id}`}
      >
        <span className="advice-card-head">
          <strong>{title}</strong>
          <StatusTag text={state.text} tone={state.tone} />
        </span>
        <span className="advice-card-text">{content}</span>
        {isSupplier && isReplied && <span className="advice-card-reply">商场：{reply}</span>}
        <span className="advice-card-foot">
          <span className="advice-card-who">{isSupplier ? advice.author : advice.supplier || advice.author || "扫码用户"}</span>
          {isScanned && <QrcodeOutlined aria-label="扫码提交" title="扫码提交" />}
          {pictures.length > 0 && (
            <span>
              <PictureOutlined aria-label="图片" /> {pictures.length}
            </span>
          )}
          <time>{time}</time>
        </span>
      </Link>
    </li>
  );
}
