import { useEffect, useRef, useState } from "react";
import { ERRORS } from "../../../shared/domain/error-catalogue.ts";
import { ApiError } from "../../../shared/protocol/envelope.ts";
import type { SignInWait, SignInWaysResult } from "../../../shared/protocol/screen.ts";
import {
  beginEnterprise,
  fetchSignInWays,
  fetchWait,
  finishEnterprise,
  isEnterpriseAnswer,
  type SignInStep,
  signIn,
  waitOfRefusal,
} from "../../api/sign-in.ts";

const SECOND = 1000;

/** State of the sign-in itself. */
export function useSignIn(onSignedIn: () => Promise<void> | void) {
  /** What went wrong, while it is shown. `at` tells two equal failures apart. */
  const [notice, setNotice] = useState<{ readonly text: string; readonly at: number } | null>(null);
  /** What is to be done before the portal opens; null: to sign in. */
  const [step, setStep] = useState<SignInStep | null>(null);
  /** The browser is on its way to the provider of identity, or has come back from it. */
  const [isAway, setAway] = useState(() => isEnterpriseAnswer(location.search));
  const ways = useWays();
  const tell = (text: string) => {
    const shown = { text, at: Date.now() };
    setNotice(shown);
    setTimeout(() => setNotice((now) => (now === shown ? null : now)), ERRORS.noToken.durationMs);
  };
  /** Goes on with a step that has been done: to the next one, or into the portal. */
  const goOn = async (next: SignInStep | null) => {
    if (next === null) await onSignedIn();
    setStep(next);
  };
  /** Signs in; what there is to tell when it failed, and how long to wait if that is why, else null. */
  const submit = async (userName: string, password: string, ticket: string) => {
    setNotice(null);
    try {
      await goOn(await signIn(userName, password, ticket));
      return null;
    } catch (error) {
      return { text: textOf(error), wait: waitOfRefusal(error) };
    }
  };
  const leave = () => setStep(null);

  /** Runs a step at the provider of identity, and tells why it came to nothing. */
  const away = async (work: () => Promise<void>) => {
    setNotice(null);
    setAway(true);
    try {
      await work();
    } catch (error) {
      setAway(false);
      tell(textOf(error));
    }
  };
  const answer = useRef(location.search);
  const comeBack = useRef(async () => {
    await away(async () => {
      await goOn(await finishEnterprise(answer.current));
      setAway(false);
    });
  });
  useEffect(() => {
    if (isEnterpriseAnswer(answer.current)) void comeBack.current();
  }, []);

  return { notice, tell, submit, step, goOn, leave, ways, isAway, goAway: () => void away(beginEnterprise) };
}

const textOf = (error: unknown): string => (error instanceof ApiError ? error.message : "登录失败，请重试");

/** Until it is known, and where it cannot be asked: the password. */
const USUAL: SignInWaysResult = { enterprise: false, password: "all" };

function useWays(): SignInWaysResult {
  const [ways, setWays] = useState(USUAL);
  useEffect(() => {
    fetchSignInWays().then(setWays, () => undefined);
  }, []);
  return ways;
}

export type SignIn = ReturnType<typeof useSignIn>;

const NONE: SignInWait = { wait: 0, ticket: "" };

/** How long the next try with the name typed has to wait (docs/decisions/17). */
export function useWait() {
  const [{ until, ticket }, setWait] = useState({ until: 0, ticket: "" });
  const [now, setNow] = useState(Date.now);
  const asked = useRef<{ readonly userName: string; readonly isTold: Promise<void> } | null>(null);
  const seconds = Math.max(0, Math.ceil((until - now) / SECOND));

  useEffect(() => {
    if (seconds === 0) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND / 4);
    return () => clearInterval(timer);
  }, [seconds]);

  const take = (told: SignInWait) => {
    const from = Date.now();
    setNow(from);
    setWait({ until: from + told.wait * SECOND, ticket: told.ticket });
  };
  /** Asks how long this name waits; a name is asked about once, unless `again`. */
  const check = (userName: string, again = false): Promise<void> => {
    if (userName === "") return Promise.resolve();
    if (!again && asked.current?.userName === userName) return asked.current.isTold;
    // Without an answer the sign-in is tried all the same: it tells what is wrong.
    const told = fetchWait(userName).catch(() => NONE);
    const isTold = told.then((wait) => {
      if (asked.current === question) take(wait);
    });
    const question = { userName, isTold };
    asked.current = question;
    return isTold;
  };
  return { seconds, ticket, take, check };
}
