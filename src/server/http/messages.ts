import { sql } from "kysely";
import type { QueryContext } from "../query/context.ts";
import { scoped } from "../query/scope.ts";
import { ok } from "./envelope.ts";
import type { SessionRoute } from "./route.ts";

const MESSAGE = "Message";

/** The badge of the title bar. */
export const getRemindCount: SessionRoute = {
  path: "/Comm/GetRemindCount",
  access: "session",
  isQuiet: true,
  handle: async ({ context }) => ok({ remindcount: await unreadMessages(context) }),
};

/** Unread messages to the viewer: to his side of the shop, or to himself. */
export async function unreadMessages(context: QueryContext): Promise<number> {
  const scope = scoped(context);
  const count = await scope
    .rows(scope.entity(MESSAGE), "m")
    .where("m.isread", "=", false)
    .where((where) => where.or([where("m.USER_ID", "is", null), where("m.USER_ID", "in", ["", context.viewer.userId])]))
    .select(sql<number>`count(*)::int`.as("unread"))
    .executeTakeFirst();
  return Number(count?.unread ?? 0);
}
