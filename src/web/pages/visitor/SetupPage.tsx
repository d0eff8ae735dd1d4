import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { passwordRules, UNCOMMON } from "../../../shared/domain/password-rules.ts";
import type { FormProblem } from "../../../shared/protocol/form.ts";
import type { SetupForm as SetupData, SetupDone, SetupValues } from "../../../shared/protocol/setup.ts";
import { ENDPOINTS } from "../../api/endpoints.ts";
import { send } from "../../api/send.ts";
import { saveFailure } from "../form/state/save-form.ts";
import { failureOf, useVisitorAnswer, VisitorDone, VisitorFrame, VisitorLoad } from "./VisitorFrame.tsx";

const TITLE = "初始设置";
const LEAD = "系统还没有用户。请建立第一个商场或零售商和它的管理员；完成后用管理员账号登录，继续建立门店、品类、供应商和商品。";
const NEXT = "登录后，首页会列出还要建立的资料。";

/** The page of the first start: its address counts once. */
export default function SetupPage() {
  const [token] = useState(() => new URLSearchParams(location.search).get("token") ?? "");
  const { data, ...load } = useVisitorAnswer<SetupData>(ENDPOINTS.setupForm, { token });
  const [done, setDone] = useState<SetupDone | null>(null);
  // The token is for nobody to see, and for no history.
  useEffect(() => history.replaceState(null, "", location.pathname), []);
  return (
    <VisitorFrame title={TITLE} lead={done === null ? LEAD : NEXT} testId="setup-page">
      {data === null && <VisitorLoad {...load} />}
      {data !== null && done === null && <SetupForm data={data} token={token} onDone={setDone} />}
      {done !== null && (
        <VisitorDone title="设置完成" testId="setup-done">
          <p>
            {done.shopName}已经建立，请用账号 {done.user} 登录。
          </p>
          <a className="visitor-button" href="/login">
            去登录
          </a>
        </VisitorDone>
      )}
    </VisitorFrame>
  );
}

type Values = SetupValues & { readonly password: string; readonly again: string };
type Name = keyof Values;

interface SetupFormProps {
  readonly data: SetupData;
  readonly token: string;
  readonly onDone: (done: SetupDone) => void;
}

/** Everything that is asked, on one page. */
function SetupForm({ data, token, onDone }: SetupFormProps) {
  const [values, setValues] = useState<Values>(() => ({ ...BLANK, shop: data.shop, profile: data.profiles[0]?.name ?? "" }));
  const [problems, setProblems] = useState<readonly FormProblem[]>([]);
  const [alert, setAlert] = useState("");
  const [isSending, setSending] = useState(false);
  const textOf = (name: Name) => problems.find(({ field }) => field === name)?.message;
  const write = (name: Name, value: string) => {
    setValues({ ...values, [name]: value });
    setProblems(problems.filter(({ field }) => field !== name));
  };
  const refuse = (found: readonly FormProblem[]) => {
    setProblems(found);
    const [first] = found;
    if (first) setTimeout(() => document.getElementById(`setup-${first.field}`)?.focus());
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    setAlert("");
    const { again, ...sent } = values;
    if (again !== values.password) return refuse([{ field: "again", message: "两次输入的密码不一致" }]);
    setSending(true);
    try {
      onDone(await send<SetupDone>(ENDPOINTS.saveSetup, { ...sent, token }, { token: null }));
    } catch (error) {
      const failure = saveFailure(error);
      if (failure.kind === "problems") refuse(failure.problems);
      else setAlert(failureOf(error));
      setSending(false);
    }
  };
  const text = (name: Name, title: string, more: Partial<TextProps> = {}) => (
    <SetupText name={name} title={title} value={values[name]} problem={textOf(name)} onChange={(value) => write(name, value)} {...more} />
  );
  const isRetail = values.kind === "retail";
  return (
    <form className="visitor-form" noValidate onSubmit={submit}>
      <section className="visitor-card" aria-label="商场或零售商">
        <h2>商场或零售商</h2>
        <div className="visitor-grid">
          <fieldset className="visitor-kinds">
            <legend>类型</legend>
            {KINDS.map(({ kind, title }) => (
              <label key={kind} className="visitor-kind">
                <input type="radio" name="kind" checked={values.kind === kind} onChange={() => write("kind", kind)} />
                {title}
              </label>
            ))}
          </fieldset>
          {text("name", "名称")}
          {text("shop", "编号", { note: "10位数字，保存后不能修改" })}
          <SetupItem name="profile" title="特性" note="决定付款、对账等规则" problem={textOf("profile")}>
            <select
              id="setup-profile"
              className="visitor-input visitor-select"
              value={values.profile}
              onChange={(event) => write("profile", event.target.value)}
            >
              {data.profiles.map(({ name, title }) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </select>
          </SetupItem>
          {isRetail && text("market", "所属商场编号", { isOptional: true, note: "不属于商场的不填" })}
          {isRetail && values.market !== "" && text("marketName", "所属商场名称")}
        </div>
      </section>
      <section className="visitor-card" aria-label="管理员">
        <h2>管理员</h2>
        <div className="visitor-grid">
          {text("user", "登录名", { note: "4到40位字母、数字或 . _ @ -，保存后不能修改", autoComplete: "username" })}
          {text("userName", "姓名", { autoComplete: "name" })}
          {text("password", "密码", { type: "password", autoComplete: "new-password", note: RULES })}
          {text("again", "确认密码", { type: "password", autoComplete: "new-password" })}
        </div>
      </section>
      <footer className="visitor-foot">
        {alert !== "" && (
          <div className="visitor-alert" role="alert">
            {alert}
          </div>
        )}
        <span className="visitor-count" role="status">
          {problems.length > 0 && `有 ${problems.length} 处需要修改`}
        </span>
        <button type="submit" className="visitor-button" disabled={isSending} data-testid="setup-submit">
          {isSending ? "正在建立…" : "完成设置"}
        </button>
      </footer>
    </form>
  );
}

const KINDS = [
  { kind: "retail", title: "零售商" },
  { kind: "mall", title: "商场" },
] as const;
const RULES = [
  ...passwordRules()
    .slice(0, -1)
    .map(({ text }) => text),
  UNCOMMON,
].join("；");
const BLANK: Values = {
  kind: "retail",
  shop: "",
  name: "",
  market: "",
  marketName: "",
  profile: "",
  user: "",
  userName: "",
  password: "",
  again: "",
};

interface ItemProps {
  readonly name: Name;
  readonly title: string;
  readonly isOptional?: boolean;
  readonly note?: string | undefined;
  readonly problem: string | undefined;
}

/** A title, its input, its help and what is wrong with it. */
function SetupItem({ name, title, isOptional = false, note, problem, children }: ItemProps & { readonly children: ReactNode }) {
  return (
    <div className="visitor-item">
      <label htmlFor={`setup-${name}`}>
        {title}
        {!isOptional && (
          <span className="visitor-star" aria-hidden="true">
            *
          </span>
        )}
      </label>
      {children}
      {note !== undefined && (
        <div id={`setup-${name}-note`} className="visitor-note">
          {note}
        </div>
      )}
      {problem !== undefined && (
        <div id={`setup-${name}-problem`} className="visitor-problem">
          {problem}
        </div>
      )}
    </div>
  );
}

interface TextProps extends ItemProps {
  readonly value: string;
  readonly type?: "text" | "password";
  readonly autoComplete?: string;
  readonly onChange: (value: string) => void;
}

function SetupText({ value, type = "text", autoComplete = "off", onChange, ...item }: TextProps) {
  const { name, note, problem } = item;
  const told = [note !== undefined && `setup-${name}-note`, problem !== undefined && `setup-${name}-problem`].filter(
    (one) => one !== false,
  );
  return (
    <SetupItem {...item}>
      <input
        id={`setup-${name}`}
        className="visitor-input"
        type={type}
        autoComplete={autoComplete}
        autoCapitalize="off"
        value={value}
        aria-required={item.isOptional !== true}
        aria-invalid={problem !== undefined}
        aria-describedby={told.join(" ") || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </SetupItem>
  );
}
