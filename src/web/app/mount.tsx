import { App as AntdApp, Button, ConfigProvider } from "antd";
import zhCN from "antd/es/locale/zh_CN";
import dayjs from "dayjs";
import { useEffect, useLayoutEffect, useMemo, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import type { ShellInfo } from "../../shared/protocol/screen.ts";
import { isWaiting, onWaiting } from "../api/again.ts";
import { onSessionChange, readShell } from "../api/session.ts";
import { chunkFailureText, RELOAD, watchChunks } from "../feedback/chunk-failure.ts";
import { ToastText } from "../feedback/ToastText.tsx";
import { lookForPlace } from "../kinds/light/light-stand.ts";
import { paintBrand, useLook } from "../kinds/look.ts";
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
  useLayoutEffect(lookForPlace, []);
  const isStill = useIsStill();
  const { isDark, isCompact } = useLook();
  const brand = useBrand();
  const theme = useMemo(() => {
    paintBrand(brand);
    return themeFor({ isDark, isCompact, isStill });
  }, [brand, isDark, isCompact, isStill]);
  return (
    <ConfigProvider locale={zhCN} theme={theme} button={{ autoInsertSpace: false }}>
      <AntdApp className="app" message={{ maxCount: 5 }}>
        <ChunkNotice />
        <BusyNotice />
        <PageBoundary place="portal">
          <BrowserRouter>
            <Portal />
          </BrowserRouter>
        </PageBoundary>
      </AntdApp>
    </ConfigProvider>
  );
}

/** Tells that calls wait for the server, for as long as they do: what is shown meanwhile is not over. */
function BusyNotice() {
  const { message } = AntdApp.useApp();
  const isBusy = useSyncExternalStore(onWaiting, isWaiting);
  useEffect(() => {
    if (!isBusy) return;
    void message.open({ type: "loading", key: BUSY_KEY, content: BUSY, duration: 0 });
    return () => message.destroy(BUSY_KEY);
  }, [message, isBusy]);
  return null;
}

const BUSY_KEY = "busy";
const BUSY = "系统繁忙，正在等待…";

/** The colour of the shop that is signed in, kept as it is until another one signs in or its files are read anew. */
function useBrand() {
  const told = useSyncExternalStore(onSessionChange, () => JSON.stringify(readShell().brand ?? null));
  return useMemo(() => JSON.parse(told) as ShellInfo["brand"], [told]);
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
