import type { Feature } from "../../http/feature.ts";
import { checkGroup, endSessions, issuePassword, resetPassword } from "./account-effects.ts";
import { getGrants, grant } from "./grant-calls.ts";

export { givePassword } from "./account-effects.ts";

/** Users, their groups and what groups may do. */
export const accounts: Feature = {
  name: "accounts",
  effects: {
    "check-group": { run: checkGroup },
    "end-sessions": { run: endSessions },
    "issue-password": { run: issuePassword },
    "reset-password": { run: resetPassword },
  },
  calls: [getGrants, grant],
};
