import { App as AntdApp, Button, ConfigProvider } from "antd";
import zhCN from "antd/es/locale/zh_CN";
import dayjs from "dayjs";
import { useEffect, useMemo } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { chunkFailureText, RELOAD, watchChunks } from "../feedback/chunk-failure.ts";
import { ToastText } from "../feedback/ToastText.tsx";
import { useIsStill } from "../kinds/use-media.ts";
import { PageBoundary } from "../pages/failed/PageBoundary.tsx";
import { keepOfflinePage } from "./offline.ts";
import { Portal } from "./Portal.tsx";
import { themeFor } from "./theme.ts";
import "dayjs/locale/zh-cn";
import "./app.css";

/** Draws the portal. */
export function mount(): void {
  const host = document.getElementById("root");
  if (host === null) throw new Error("#root is missing in index.html");
  createRoot(host).render(<App />);
  keepOfflinePage();
}

dayjs.locale("zh-cn");

/** Everything that does not depend on who is signed in. */
function App() {
  const isStill = useIsStill();
  const theme = useMemo(() => themeFor(isStill), [isStill]);
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

/** One key for all parts that are missing: told once. */
const KEY = "chunk-failure";

/** Tells that a part of the app could not be loaded where no page can say so itself, e.g. behind a button. */
function ChunkNotice() {
  const { message } = AntdApp.useApp();
  useEffect(
    () =>
      watchChunks({
        tell: (id) => {
          const content = (
            <span className="toast">
              <ToastText text={chunkFailureText(id)} />
              <Button type="primary" size="small" onClick={() => location.reload()}>
                {RELOAD}
              </Button>
            </span>
          );
          void message.open({ type: "warning", key: KEY, content, duration: 0 });
        },
        takeBack: () => message.destroy(KEY),
      }),
    [message],
  );
  return null;
}
