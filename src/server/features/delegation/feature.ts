import type { Feature } from "../../http/feature.ts";
import { beginDelegation } from "./begin-delegation.ts";
import { delegableCall } from "./delegable-call.ts";

/** Who is away has a colleague do some of his functions for a while (docs/decisions/103). */
export const delegation: Feature = {
  name: "delegation",
  effects: { "begin-delegation": { run: beginDelegation } },
  calls: [delegableCall],
};
