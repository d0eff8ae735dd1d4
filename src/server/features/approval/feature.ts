import type { Feature } from "../../http/feature.ts";
import { approveNode, refuseNode } from "./answer-node.ts";
import { startApproval } from "./start-approval.ts";

/** Applications for payment, approved node by node as their amount asks. */
export const approval: Feature = {
  name: "approval",
  effects: {
    "approve-node": { run: approveNode },
    "refuse-node": { run: refuseNode },
    "start-approval": { run: startApproval },
  },
};
