import { useState } from "react";
import { ApiError } from "../../../shared/protocol/envelope.ts";
import { signIn } from "../../api/sign-in.ts";

/** How long a failed sign-in is told, in ms (specification section 8). */
const NOTICE_MS = 5000;

export interface SignIn {
  readonly isBusy: boolean;
  /** What went wrong, while it is shown. `at` tells two equal failures apart. */
  readonly notice: { readonly text: string; readonly at: number } | null;
  readonly submit: (userName: string, password: string) => Promise<void>;
}

/** State of the login form. */
export function useSignIn(onSignedIn: () => Promise<void> | void): SignIn {
  const [isBusy, setBusy] = useState(false);
  const [notice, setNotice] = useState<SignIn["notice"]>(null);
  const submit = async (userName: string, password: string) => {
    setBusy(true);
    setNotice(null);
    try {
      await signIn(userName, password);
      await onSignedIn();
    } catch (error) {
      const shown = { text: error instanceof ApiError ? error.message : "登录失败，请重试", at: Date.now() };
      setNotice(shown);
      setTimeout(() => setNotice((now) => (now === shown ? null : now)), NOTICE_MS);
      setBusy(false);
    }
  };
  return { isBusy, notice, submit };
}
