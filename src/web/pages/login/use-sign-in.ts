import { useRef, useState } from "react";
import { ERRORS } from "../../../shared/domain/error-catalogue.ts";
import { ApiError } from "../../../shared/protocol/envelope.ts";
import type { CaptchaPicture } from "../../../shared/protocol/screen.ts";
import { type CaptchaAnswer, fetchCaptcha, type GivenSession, isAboutCaptcha, needsCaptcha, signIn } from "../../api/sign-in.ts";

/** State of the sign-in itself. */
export function useSignIn(onSignedIn: () => Promise<void> | void) {
  /** What went wrong, while it is shown. `at` tells two equal failures apart. */
  const [notice, setNotice] = useState<{ readonly text: string; readonly at: number } | null>(null);
  /** Signed in with a password that somebody else gave: another one is to be chosen first. */
  const [given, setGiven] = useState<GivenSession | null>(null);
  const tell = (text: string) => {
    const shown = { text, at: Date.now() };
    setNotice(shown);
    setTimeout(() => setNotice((now) => (now === shown ? null : now)), ERRORS.noToken.durationMs);
  };
  /** Signs in; what there is to tell when it failed and the field that leads back to, else null. */
  const submit = async (userName: string, password: string, captcha: CaptchaAnswer | undefined) => {
    setNotice(null);
    try {
      const session = await signIn(userName, password, captcha);
      if (session === null) await onSignedIn();
      setGiven(session);
      return null;
    } catch (error) {
      const text = error instanceof ApiError ? error.message : "登录失败，请重试";
      return { text, field: isAboutCaptcha(error) ? "captcha" : "password" };
    }
  };
  return { notice, tell, submit, given, leave: () => setGiven(null) };
}

export type SignIn = ReturnType<typeof useSignIn>;

/** The captcha of the login page: whether it is needed, its picture, and what was typed. */
export function useCaptcha() {
  const [isNeeded, setNeeded] = useState(false);
  /** null: on its way, or not to be had. */
  const [picture, setPicture] = useState<CaptchaPicture | null>(null);
  const [isMissing, setMissing] = useState(false);
  const [text, setText] = useState("");
  const asked = useRef<{ readonly userName: string; readonly isNeeded: Promise<boolean> } | null>(null);
  const hasPicture = useRef(false);

  /** Draws another picture; what was typed for the one before goes with it. */
  const renew = async () => {
    setText("");
    setMissing(false);
    hasPicture.current = true;
    const next = await fetchCaptcha().catch(() => null);
    setPicture(next);
    setMissing(next === null);
    hasPicture.current = next !== null;
  };

  const ask = async (userName: string): Promise<boolean> => {
    // Without an answer the sign-in is tried all the same: it tells what is wrong.
    const isAsked = await needsCaptcha(userName).catch(() => false);
    setNeeded(isAsked);
    if (!isAsked) hasPicture.current = false;
    else if (!hasPicture.current) await renew();
    return isAsked;
  };

  /** Asks whether this name needs a captcha; a name is asked about once, unless `again`. */
  const check = (userName: string, again = false): Promise<boolean> => {
    if (userName === "") return Promise.resolve(false);
    if (again || asked.current?.userName !== userName) asked.current = { userName, isNeeded: ask(userName) };
    return asked.current.isNeeded;
  };

  /** What goes with the sign-in. */
  const answer: CaptchaAnswer | undefined = isNeeded && picture !== null && text !== "" ? { id: picture.id, text } : undefined;
  return { isNeeded, picture, isMissing, text, setText, renew, check, answer };
}

export type Captcha = ReturnType<typeof useCaptcha>;
