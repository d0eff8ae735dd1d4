import { App as AntdApp, ConfigProvider } from "antd";
import zhCN from "antd/es/locale/zh_CN";
import dayjs from "dayjs";
import "dayjs/locale/zh-cn";
import { useState } from "react";
import { BrowserRouter } from "react-router-dom";
import { cspNonce } from "../api/csp-nonce.ts";
import { Portal } from "./Portal.tsx";
import { theme } from "./theme.ts";
import "./app.css";

dayjs.locale("zh-cn");

/** Everything that does not depend on who is signed in. */
export function App() {
  const [csp] = useState(() => {
    const nonce = cspNonce();
    return nonce === undefined ? {} : { nonce };
  });
  return (
    <ConfigProvider locale={zhCN} theme={theme} csp={csp} button={{ autoInsertSpace: false }}>
      <AntdApp className="app" message={{ maxCount: 5 }}>
        <BrowserRouter>
          <Portal />
        </BrowserRouter>
      </AntdApp>
    </ConfigProvider>
  );
}
