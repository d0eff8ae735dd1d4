import { endsSession } from "../../shared/domain/error-catalogue.ts";
import { ApiError } from "../../shared/protocol/envelope.ts";
import { endSession, readToken } from "./session.ts";

/** Makes a call with the session's token. A 401 ends the session, here and nowhere else. */
export async function withToken<T>(call: (token: string | null) => Promise<T>): Promise<T> {
  const token = readToken();
  try {
    return await call(token);
  } catch (error) {
    // A late 401 of an earlier session must not end the new one.
    if (error instanceof ApiError && endsSession(error) && token === readToken()) endSession(error);
    throw error;
  }
}
