import type { ChainStep } from "../../../shared/protocol/screen.ts";
import { SIDE_NAMES, sinceText } from "./chain-words.ts";

/** Who acts next, and for how long the others have been waiting for it. */
export function ChainNext({ chain }: { chain: readonly ChainStep[] }) {
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
