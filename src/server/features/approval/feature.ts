import type { Feature } from "../../http/feature.ts";
import { approveNode } from "./approve-node.ts";
import { refuseNode } from "./refuse-node.ts";
import { startApproval } from "./start-approval.ts";

/** Applications for payment, approved node by node as their amount asks. */
export const approval: Feature = {
  name: "approval",
  flags: ["payApproval"],
  effects: {
    "approve-node": { run: approveNode },
    "refuse-node": { run: refuseNode },
    "start-approval": { run: startApproval },
  },
};
