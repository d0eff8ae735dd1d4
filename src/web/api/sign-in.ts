import { ApiError } from "../../shared/protocol/envelope.ts";
import type { UserInfo } from "../../shared/protocol/screen.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { send, sendRaw } from "./send.ts";
import { openSession } from "./session.ts";

const NO_MODULES_TEXT = "该账号暂无权限";
const DEFAULT_TEXT = "请求错误";

/** Signs in and keeps the session. Throws ApiError: wrong password, no granted module, no connection. */
export async function signIn(userName: string, password: string): Promise<void> {
  const token = await fetchToken(userName, password);
  const info = await send<UserInfo>(ENDPOINTS.userInfo, { username: userName }, { token });
  if (info.mdl.length === 0) throw new ApiError(403, NO_MODULES_TEXT);
  openSession(token, userName, info);
}

/** The token reply has no envelope: it is good if it carries `expires_in` (specification section 7). */
async function fetchToken(username: string, password: string): Promise<string> {
  const params = { grant_type: "password", username, password };
  const reply = (await sendRaw(ENDPOINTS.token, params, { token: null })) as Record<string, unknown>;
  if (reply.expires_in !== undefined && typeof reply.access_token === "string") return reply.access_token;
  const text = [reply.Msg, reply.msg].find((part) => typeof part === "string" && part !== "");
  throw new ApiError(typeof reply.Code === "number" ? reply.Code : 0, typeof text === "string" ? text : DEFAULT_TEXT);
}
