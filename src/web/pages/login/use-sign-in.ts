import { useState } from "react";
import { ERRORS } from "../../../shared/domain/error-catalogue.ts";
import { ApiError } from "../../../shared/protocol/envelope.ts";
import { type CaptchaAnswer, isAboutCaptcha, signIn } from "../../api/sign-in.ts";

/** State of the sign-in itself. */
export function useSignIn(onSignedIn: () => Promise<void> | void) {
  /** What went wrong, while it is shown. `at` tells two equal failures apart. */
  const [notice, setNotice] = useState<{ readonly text: string; readonly at: number } | null>(null);
  const tell = (text: string) => {
    const shown = { text, at: Date.now() };
    setNotice(shown);
    setTimeout(() => setNotice((now) => (now === shown ? null : now)), ERRORS.noToken.durationMs);
  };
  /** Signs in; the field that it failed at and that it leads back to, else null. */
  const submit = async (userName: string, password: string, captcha: CaptchaAnswer | undefined) => {
    setNotice(null);
    try {
      await signIn(userName, password, captcha);
      await onSignedIn();
      return null;
    } catch (error) {
      tell(error instanceof ApiError ? error.message : "登录失败，请重试");
      return isAboutCaptcha(error) ? "captcha" : "password";
    }
  };
  return { notice, tell, submit };
}

export type SignIn = ReturnType<typeof useSignIn>;
