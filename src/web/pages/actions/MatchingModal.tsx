import type { CrudFilter } from "@refinedev/core";
import { Button, Modal, Progress, Table } from "antd";
import { useState } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenAction, ScreenModel } from "../../../shared/protocol/screen.ts";
import { isAble, refusedGroups, type TriedRow } from "./matching-words.ts";
import PreviewModal from "./PreviewModal.tsx";
import { MOST_MATCHING, useRun, useTrial } from "./use-matching.ts";
import "./matching.css";

interface MatchingModalProps {
  readonly screen: ScreenModel;
  readonly action: ScreenAction;
  /** Those of the list: what they leave is meant. */
  readonly filters: readonly CrudFilter[];
  readonly reason?: string | undefined;
  readonly onClose: () => void;
}

const WIDTH = 680;
/** What is previewed is confirmed as one, of no more rows than this. */
const MOST_PREVIEWED = 500;

/** An action on all rows that match a list's filter: what could be done, and then what became of each (docs/decisions/116). */
export default function MatchingModal(props: MatchingModalProps) {
  const { screen, action, reason, onClose } = props;
  const trial = useTrial(props);
  const { run, stop, results, isRunning } = useRun(props);
  const [isPreviewed, setPreviewed] = useState(false);
  const able = trial.rows.filter(isAble);
  const isBegun = isRunning || results.size > 0;
  if (isPreviewed) {
    const rows: readonly WireRow[] = able.map(({ id, title }) => ({ Id: id, [screen.show.titleField]: title }));
    const answers = reason === undefined ? {} : { reason };
    return <PreviewModal screen={screen} action={action} rows={rows} answers={answers} onClose={onClose} onDone={onClose} />;
  }
  const failed = [...results.values()].filter((row) => !isAble(row));
  const left = able.filter(({ id }) => !results.has(id));
  const isTooMany = action.hasPreview === true && able.length > MOST_PREVIEWED;
  return (
    <Modal
      open
      width={WIDTH}
      title={`${action.title}：全部查询结果`}
      onCancel={onClose}
      closable={!isRunning}
      keyboard={!isRunning}
      maskClosable={false}
      footer={
        isBegun ? (
          <>
            {isRunning && (
              <Button onClick={stop} data-testid="matching-stop">
                停止
              </Button>
            )}
            {!isRunning && left.length > 0 && (
              <Button onClick={() => void run(left)} data-testid="matching-go-on">
                继续其余 {left.length} 条
              </Button>
            )}
            {!isRunning && failed.length > 0 && (
              <Button onClick={() => void run(failed)} data-testid="matching-retry">
                重试失败的 {failed.length} 条
              </Button>
            )}
            <Button type="primary" disabled={isRunning} onClick={onClose} data-testid="matching-close">
              完成
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>取消</Button>
            <Button
              type="primary"
              danger={action.danger}
              disabled={!trial.isComplete || able.length === 0 || isTooMany}
              onClick={() => (action.hasPreview === true ? setPreviewed(true) : void run(able))}
              data-testid="confirm-ok"
            >
              {action.hasPreview === true ? "下一步：核对金额" : `${action.title} ${able.length} 条`}
            </Button>
          </>
        )
      }
    >
      {isBegun ? (
        <Outcome asked={able} results={results} isRunning={isRunning} />
      ) : (
        <TrialResult {...trial} able={able.length} isTooMany={isTooMany} />
      )}
    </Modal>
  );
}

interface TrialResultProps extends ReturnType<typeof useTrial> {
  readonly able: number;
  readonly isTooMany: boolean;
}

/** What could be done, and why the rest could not. */
function TrialResult({ rows, total, isComplete, able, isTooMany }: TrialResultProps) {
  if (!isComplete) return <p role="status">正在检查，已检查 {rows.length} 条……尚未执行任何操作。</p>;
  const isCut = rows.length >= MOST_MATCHING;
  const groups = refusedGroups(rows, isCut ? rows.length : total);
  return (
    <div data-testid="matching-trial">
      <p className="matching-sum">
        共 <b>{total}</b> 条，可以执行 <b data-testid="matching-able">{able}</b> 条。执行前每一条仍会再次检查。
      </p>
      {isCut && <p>一次最多处理 {MOST_MATCHING} 条，其余请再次执行。</p>}
      {isTooMany && <p className="num-negative">须核对金额的操作一次最多 {MOST_PREVIEWED} 条，请缩小查询范围。</p>}
      {groups.length > 0 && (
        <table className="report">
          <thead>
            <tr>
              <th>不能执行的原因</th>
              <th>条数</th>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ reason, count, titles }) => (
              <tr key={reason}>
                <td>
                  {reason}
                  {titles.length > 0 && (
                    <small className="matching-titles">{`${titles.join("、")}${count > titles.length ? " 等" : ""}`}</small>
                  )}
                </td>
                <td className="num">{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

interface OutcomeProps {
  readonly asked: readonly TriedRow[];
  readonly results: ReadonlyMap<number, TriedRow>;
  readonly isRunning: boolean;
}

/** How far it is, and what became of each row: those that failed first. */
function Outcome({ asked, results, isRunning }: OutcomeProps) {
  const told = [...results.values()];
  const failed = told.filter((row) => !isAble(row));
  const left = asked.length - told.length;
  return (
    <div data-testid="matching-report" aria-busy={isRunning}>
      <Progress
        percent={Math.floor((100 * told.length) / Math.max(1, asked.length))}
        status={failed.length > 0 ? "exception" : isRunning ? "active" : "success"}
        aria-label="执行进度"
      />
      <p className="matching-sum" role="status">
        成功 <b data-testid="matching-done">{told.length - failed.length}</b> 条，失败 <b data-testid="matching-failed">{failed.length}</b>{" "}
        条{left > 0 && `，未执行 ${left} 条`}
      </p>
      <Table<TriedRow>
        size="small"
        rowKey="id"
        dataSource={[...failed, ...told.filter(isAble)]}
        pagination={{ pageSize: 10, size: "small", hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          { key: "title", title: "单据", dataIndex: "title" },
          { key: "Msg", title: "结果", render: (_value, row) => (isAble(row) ? "成功" : <span className="num-negative">{row.Msg}</span>) },
        ]}
      />
    </div>
  );
}
