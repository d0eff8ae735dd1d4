import { App as AntdApp, ConfigProvider } from "antd";
import zhCN from "antd/es/locale/zh_CN";
import dayjs from "dayjs";
import "dayjs/locale/zh-cn";
import { BrowserRouter } from "react-router-dom";
import { PageBoundary } from "../pages/failed/PageBoundary.tsx";
import { ChunkNotice } from "./ChunkNotice.tsx";
import { Portal } from "./Portal.tsx";
import { theme } from "./theme.ts";
import "./app.css";

dayjs.locale("zh-cn");

/** Everything that does not depend on who is signed in. */
export function App() {
  return (
    <ConfigProvider locale={zhCN} theme={theme} button={{ autoInsertSpace: false }}>
      <AntdApp className="app" message={{ maxCount: 5 }}>
        <ChunkNotice />
        <PageBoundary place="portal">
          <BrowserRouter>
            <Portal />
          </BrowserRouter>
        </PageBoundary>
      </AntdApp>
    </ConfigProvider>
  );
}
