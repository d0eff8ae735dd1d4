import { useState } from "react";
import type { RegisterPage as RegisterData, Registered } from "../../../shared/protocol/visitor.ts";
import { ENDPOINTS } from "../../api/endpoints.ts";
import { RegisterForm } from "./RegisterForm.tsx";
import { VisitorDone } from "./VisitorDone.tsx";
import { VisitorFrame } from "./VisitorFrame.tsx";
import { useVisitorAnswer, VisitorLoad } from "./VisitorLoad.tsx";

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
