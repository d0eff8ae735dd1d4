import { useState } from "react";
import type { StatusLabel } from "../../../shared/protocol/list.ts";
import type { RegisterPage as RegisterData, Registered } from "../../../shared/protocol/visitor.ts";
import { ENDPOINTS } from "../../api/endpoints.ts";
import { ShopChoice } from "./ShopChoice.tsx";
import { VisitorForm } from "./VisitorForm.tsx";
import { useVisitorAnswer, VisitorDone, VisitorFrame, VisitorLoad } from "./VisitorFrame.tsx";

const TITLE = "企业注册";
const LEAD = "填写企业资料并上传证件照片，提交后由所选商场审核。";

/** A company asks a shop to be let in. The address may name both: `?shop=…&type=…`. */
export default function RegisterPage() {
  const { data, ...load } = useVisitorAnswer<RegisterData>(ENDPOINTS.registerForm, {});
  const [done, setDone] = useState<Registered | null>(null);
  return (
    <VisitorFrame title={TITLE} lead={LEAD} testId="register-page">
      {data === null && <VisitorLoad {...load} />}
      {data !== null && done === null && <RegisterForm data={data} onDone={setDone} />}
      {done !== null && <RegisterDone registered={done} />}
    </VisitorFrame>
  );
}

/** The number of the registration, and what happens next. */
function RegisterDone({ registered: { number, userName, shopName } }: { registered: Registered }) {
  return (
    <VisitorDone title="注册申请已提交" testId="register-done">
      <dl className="visitor-facts">
        <div>
          <dt>申请编号</dt>
          <dd data-testid="register-number">{number}</dd>
        </div>
        <div>
          <dt>登录用户名</dt>
          <dd>{userName}</dd>
        </div>
        <div>
          <dt>审核商场</dt>
          <dd>{shopName}</dd>
        </div>
      </dl>
      <ol className="visitor-steps">
        <li>{shopName}审核您的资料与证件，并通过您填写的电话告知结果；咨询时请提供申请编号。</li>
        <li>审核通过后，系统为您开通账号，请向{shopName}的管理员索取初始密码。</li>
        <li>使用用户名 {userName} 和初始密码登录，并在首次登录后修改密码。</li>
      </ol>
      <a className="visitor-button" href="/login">
        去登录
      </a>
    </VisitorDone>
  );
}

/** Whom a company registers with and as what, and its form. */
function RegisterForm({ data: { shops, own, ...usual }, onDone }: { data: RegisterData; onDone: (registered: Registered) => void }) {
  const [address] = useState(() => new URLSearchParams(location.search));
  const ids = shops.map(({ SHOP_ID }) => SHOP_ID);
  const [shop, setShop] = useState(() => choiceOf(ids, address.get("shop")));
  const { kinds, form } = own?.[shop] ?? usual;
  const types = kinds.map(({ value }) => String(value));
  const [chosen, setType] = useState(() => address.get("type"));
  const type = choiceOf(types, chosen) || String(types[0]);
  const isUnknown = (address.get("shop") ?? "") !== "" && shop === "";
  if (shops.length === 0) {
    return (
      <p className="visitor-card" role="status">
        目前没有开放注册的商场。
      </p>
    );
  }
  return (
    <>
      <section className="visitor-card" aria-label="注册对象">
        <h2>注册对象</h2>
        {isUnknown && (
          <p className="visitor-alert" role="status">
            链接中的商场不存在或已停用，请重新选择。
          </p>
        )}
        <div className="visitor-grid">
          <ShopChoice shops={shops} value={shop} onChange={setShop} />
          <KindChoice kinds={kinds} value={type} onChange={setType} />
        </div>
      </section>
      {shop === "" ? (
        <p className="visitor-hint" role="status">
          选择商场后填写注册资料
        </p>
      ) : (
        <VisitorForm<Registered>
          spec={form}
          shop={shop}
          url={ENDPOINTS.register}
          params={{ shop, type }}
          submitText="提交注册"
          note="您提交的资料与证件照片仅供所选商场审核使用。"
          onDone={onDone}
        />
      )}
    </>
  );
}

/** The choice that the address names; the only one there is; else none. */
function choiceOf(choices: readonly string[], named: string | null): string {
  const [only = ""] = choices;
  if (named !== null && choices.includes(named)) return named;
  return choices.length === 1 ? only : "";
}

/** What a company registers as. */
function KindChoice({ kinds, value, onChange }: { kinds: readonly StatusLabel[]; value: string; onChange: (kind: string) => void }) {
  return (
    <fieldset className="visitor-kinds">
      <legend>注册类型</legend>
      {kinds.map((kind) => (
        <label key={String(kind.value)} className="visitor-kind">
          <input
            type="radio"
            name="kind"
            value={String(kind.value)}
            checked={value === String(kind.value)}
            onChange={() => onChange(String(kind.value))}
          />
          {kind.text}注册
        </label>
      ))}
    </fieldset>
  );
}
