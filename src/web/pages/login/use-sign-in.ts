import { useState } from "react";
import { ERRORS } from "../../../shared/domain/error-catalogue.ts";
import { ApiError } from "../../../shared/protocol/envelope.ts";
import { type CaptchaAnswer, isAboutCaptcha, signIn } from "../../api/sign-in.ts";

/** The field that a failed sign-in leads back to. */
export type FaultyField = "password" | "captcha";

export interface SignIn {
  readonly isBusy: boolean;
  /** What went wrong, while it is shown. `at` tells two equal failures apart. */
  readonly notice: { readonly text: string; readonly at: number } | null;
  readonly tell: (text: string) => void;
  /** Signs in; what it failed at, else null. */
  readonly submit: (userName: string, password: string, captcha: CaptchaAnswer | undefined) => Promise<FaultyField | null>;
}

/** State of the sign-in itself. */
export function useSignIn(onSignedIn: () => Promise<void> | void): SignIn {
  const [isBusy, setBusy] = useState(false);
  const [notice, setNotice] = useState<SignIn["notice"]>(null);
  const tell = (text: string) => {
    const shown = { text, at: Date.now() };
    setNotice(shown);
    setTimeout(() => setNotice((now) => (now === shown ? null : now)), ERRORS.noToken.durationMs);
  };
  const submit = async (userName: string, password: string, captcha: CaptchaAnswer | undefined) => {
    setBusy(true);
    setNotice(null);
    try {
      await signIn(userName, password, captcha);
      await onSignedIn();
      return null;
    } catch (error) {
      tell(error instanceof ApiError ? error.message : "登录失败，请重试");
      setBusy(false);
      return isAboutCaptcha(error) ? "captcha" : "password";
    }
  };
  return { isBusy, notice, tell, submit };
}
