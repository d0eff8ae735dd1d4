import type { Ref } from "react";
import { LoginField } from "./LoginField.tsx";
import type { Captcha } from "./use-captcha.ts";

const LENGTH = 4;

interface CaptchaFieldProps {
  readonly captcha: Captcha;
  readonly inputRef: Ref<HTMLInputElement>;
}

/** The captcha and its picture; a click on the picture, or Enter on it, draws another one. */
export function CaptchaField({ captcha, inputRef }: CaptchaFieldProps) {
  const { picture, isMissing, text, setText, renew } = captcha;
  return (
    <LoginField
      label="验证码"
      name="captcha"
      testId="login-captcha"
      autoComplete="off"
      longest={2 * LENGTH}
      inputRef={inputRef}
      value={text}
      onChange={setText}
      after={
        <button
          type="button"
          className="login-captcha"
          aria-label="换一张验证码图片"
          title="看不清？点击换一张"
          onClick={() => void renew()}
        >
          {picture !== null && !isMissing ? (
            <img src={picture.image} alt={`验证码图片，${LENGTH} 位字母或数字`} />
          ) : (
            <span>{isMissing ? "点击重试" : "加载中…"}</span>
          )}
        </button>
      }
      hint="登录失败次数较多，请输入图中 4 位字符，不区分大小写；看不清可点击图片更换。无法辨认图片时，请等待 10 分钟后再登录，或联系贵单位的系统管理员重置密码。"
    />
  );
}
