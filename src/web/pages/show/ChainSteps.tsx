import { Link, useLocation } from "react-router-dom";
import type { ChainDocument, ChainStep, ChainWait } from "../../../shared/protocol/screen.ts";
import { Sum } from "../../kinds/DecimalNumber.tsx";
import { StatusTag } from "../../kinds/StatusTag.tsx";
import "./chain.css";

/** The documents before and after this one, from left to right, and what holds them up. */
export function ChainSteps({ chain }: { chain: readonly ChainStep[] }) {
  return (
    <nav className="chain" aria-label="单据链" data-testid="chain">
      <ChainNext chain={chain} />
      <ol className="chain-steps">
        {chain.map((step) => (
          <ChainStepCell key={step.title} step={step} />
        ))}
      </ol>
    </nav>
  );
}

/** Who acts next, and for how long the others have been waiting for it. */
function ChainNext({ chain }: { chain: readonly ChainStep[] }) {
  const waits = chain.flatMap((step) => step.waits.map((wait) => ({ step, wait })));
  const { step, wait } = waits.find((each) => each.wait.isNext) ?? {};
  if (step === undefined || wait === undefined) return null;
  return (
    <p className="chain-next" data-own={wait.isOwn} data-testid="chain-next">
      下一步：
      <strong>
        {wait.isOwn ? "由我方" : `由${SIDE_NAMES[wait.side]}`}
        {wait.title}
      </strong>
      <span>
        （{step.title}
        {wait.count > 1 && ` ${wait.count} 张`}）
      </span>
      {wait.days !== null && <span className="chain-since">{sinceText(wait.days)}</span>}
    </p>
  );
}

/** One kind of document: which there are, what they amount to, what is missing, whom they wait for. */
function ChainStepCell({ step }: { step: ChainStep }) {
  const { title, isCurrent, count, isCut, amount, gap, documents, waits } = step;
  const [wait] = waits;
  const more = count - documents.length;
  return (
    <li
      className="chain-step"
      data-state={count === 0 ? "none" : isCurrent ? "current" : "there"}
      aria-current={isCurrent ? "step" : undefined}
      data-testid={`chain-${title}`}
    >
      <div className="chain-title">
        <b>{title}</b>
        {count > 1 && (
          <span className="faint">
            {count}
            {isCut && "+"} 张
          </span>
        )}
      </div>
      {count === 0 && <span className="faint">尚无</span>}
      {documents.map((document) => (
        <DocumentLine key={document.id} document={document} isCurrent={isCurrent && count === 1} />
      ))}
      {more > 0 && <span className="faint">另有 {more} 张</span>}
      {amount !== null && count > 1 && (
        <span>
          合计 <Sum value={amount} decimals={2} />
        </span>
      )}
      {gap !== null && (
        <span className="chain-gap">
          {gap.title} <Sum value={gap.amount} decimals={2} />
        </span>
      )}
      {wait !== undefined && (
        <span className="chain-wait" data-next={wait.isNext} data-own={wait.isOwn}>
          待{wait.isOwn ? "我方" : SIDE_NAMES[wait.side]}
          {wait.title}
          {wait.days !== null && ` · ${sinceText(wait.days)}`}
        </span>
      )}
    </li>
  );
}

/** A document. `isCurrent`: it is the one that the page shows, nothing to be opened. */
function DocumentLine({ document, isCurrent }: { document: ChainDocument; isCurrent: boolean }) {
  const { pathname, search } = useLocation();
  const { number, path, state, amount, due } = document;
  return (
    <span className="chain-document">
      {isCurrent ? (
        <span className="num">{number}</span>
      ) : (
        <Link className="num" to={path} state={{ from: pathname + search }}>
          {number}
        </Link>
      )}
      {state !== null && <StatusTag text={state.text} tone={state.tone} />}
      {amount !== null && <Sum value={amount} decimals={2} />}
      {due !== null && (
        <span className="faint">
          {due.title} {due.day}
        </span>
      )}
    </span>
  );
}

const SIDE_NAMES: Readonly<Record<ChainWait["side"], string>> = { shop: "商场", supplier: "供应商", bank: "银行" };

/** For how many days something has been waiting. */
function sinceText(days: number): string {
  return days === 0 ? "今天开始" : `已等待 ${days} 天`;
}
