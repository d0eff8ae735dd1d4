import type { Feature } from "../../http/feature.ts";
import { endSessions } from "./end-sessions.ts";
import { getGrants, grant } from "./grant-calls.ts";
import { issuePassword } from "./issue-password.ts";
import { resetPassword } from "./reset-password.ts";
import { getRights, getWhy } from "./rights-calls.ts";
import { unbindUser } from "./unbind-user.ts";

export { functionTitle } from "./grant-calls.ts";
export { audienceOfKind, modulesFor } from "./grantable.ts";
export { firstPassword } from "./issue-password.ts";

/** Users, their groups and what groups may do. */
export const accounts: Feature = {
  name: "accounts",
  effects: {
    "end-sessions": { run: endSessions },
    "issue-password": { run: issuePassword },
    "reset-password": { run: resetPassword },
    "unbind-user": { run: unbindUser },
  },
  calls: [getGrants, grant, getRights, getWhy],
};
