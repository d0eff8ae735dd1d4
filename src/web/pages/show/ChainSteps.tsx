import type { ChainStep } from "../../../shared/protocol/screen.ts";
import { ChainNext } from "./ChainNext.tsx";
import { ChainStepCell } from "./ChainStepCell.tsx";
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
