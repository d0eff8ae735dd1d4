import { useState } from "react";
import { passwordProblems } from "../../../shared/domain/password-rules.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import { ENDPOINTS } from "../../api/endpoints.ts";
import { readShell } from "../../api/session.ts";
import { passwordRefusal } from "../../api/sign-in.ts";
import { useCommand } from "../../data/use-call.ts";

/** What is typed. */
interface PasswordDraft {
  readonly old: string;
  readonly next: string;
  readonly again: string;
}
type PasswordField = keyof PasswordDraft;
type PasswordFaults = Readonly<Partial<Record<PasswordField, string>>>;

const EMPTY: PasswordDraft = { old: "", next: "", again: "" };

/** The user's new password on its way: what is typed, what is wrong with it, and how it is sent. */
export function useChangePassword(userId: string) {
  const [draft, setDraft] = useState(EMPTY);
  const [faults, setFaults] = useState<PasswordFaults>({});
  const { run, isRunning: isBusy } = useCommand({ isSilent: true });
  const [isDone, setDone] = useState(false);
  /** What the server says about the whole. */
  const [refusal, setRefusal] = useState("");

  const edit = (field: PasswordField, text: string) => {
    setDraft({ ...draft, [field]: text });
    setFaults(({ [field]: _mended, ...rest }) => rest);
    setDone(false);
    setRefusal("");
  };

  /** The first field with a fault, after everything was checked and sent; null: done, or refused as a whole. */
  const submit = async (): Promise<PasswordField | null> => {
    const found = faultsOf(draft, userId);
    setFaults(found);
    setDone(false);
    setRefusal("");
    const [first] = Object.keys(found);
    if (first !== undefined) return first as PasswordField;
    try {
      await run({ url: ENDPOINTS.changePassword, params: { OldPass: draft.old, NewPass: draft.next } });
      setDraft(EMPTY);
      setDone(true);
      return null;
    } catch (error) {
      return refuse(error);
    }
  };

  const refuse = (error: unknown): PasswordField | null => {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === CODE.rule) {
      setFaults({ old: error.message });
      return "old";
    }
    setRefusal(passwordRefusal(error));
    return null;
  };

  return { draft, faults, isBusy, isDone, refusal, edit, submit };
}

/** Everything that is wrong, in the order of the fields. */
function faultsOf({ old, next, again }: PasswordDraft, userId: string): PasswordFaults {
  const problems = passwordProblems(next, { userId, oldPassword: old, shortest: readShell().passwordLength });
  return {
    ...(old === "" && { old: "请输入原密码" }),
    ...(problems.length > 0 && { next: next === "" ? "请输入新密码" : `新密码应满足：${problems.join("、")}` }),
    ...(again !== next && { again: "两次输入的新密码不一致" }),
  };
}
