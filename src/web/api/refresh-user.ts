import type { UserInfo } from "../../shared/protocol/screen.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { post } from "./post.ts";
import { keepUser, readLogin, readToken } from "./session.ts";

/** Reads the granted modules and functions again: a changed registry may have brought some or taken some away. */
export async function refreshUser(): Promise<void> {
  const userName = readLogin()?.userName;
  if (userName === undefined) return;
  const info = await post<UserInfo>(ENDPOINTS.userInfo, { username: userName });
  if (readToken() !== null) keepUser(userName, info);
}
