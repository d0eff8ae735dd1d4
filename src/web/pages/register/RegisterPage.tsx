import { useState } from "react";
import type { RegisterPage as RegisterData, Registered } from "../../../shared/protocol/visitor.ts";
import { ENDPOINTS } from "../../api/endpoints.ts";
import { useVisitorAnswer } from "../visitor/use-visitor-answer.ts";
import { VisitorFrame } from "../visitor/VisitorFrame.tsx";
import { VisitorLoad } from "../visitor/VisitorLoad.tsx";
import { RegisterDone } from "./RegisterDone.tsx";
import { RegisterForm } from "./RegisterForm.tsx";

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
