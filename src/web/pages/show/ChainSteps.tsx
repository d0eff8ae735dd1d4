import { Card } from "antd";
import type { ChainLink } from "../../../shared/protocol/screen.ts";
import { DecimalNumber } from "../../kinds/DecimalNumber.tsx";

/** The documents before and after this one. */
export function ChainSteps({ chain }: { chain: readonly ChainLink[] }) {
  return (
    <Card size="small" title="单据链">
      <ol className="show-chain">
        {chain.map((link) => (
          <li key={`${link.title}-${link.Billid}`}>
            <b>{link.title}</b>
            <span>{link.Billid}</span>
            <span className="faint">{link.state}</span>
            {link.amount !== null && <DecimalNumber value={link.amount} decimals={2} />}
          </li>
        ))}
      </ol>
    </Card>
  );
}
