import type { ChainStep } from "../../../shared/protocol/screen.ts";
import { ChainStepCell, SIDE_NAMES, sinceText } from "./ChainStepCell.tsx";
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
