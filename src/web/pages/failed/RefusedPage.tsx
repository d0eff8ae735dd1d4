import { MessagePage } from "./MessagePage.tsx";

/** A first address that the user may not open; a toast tells why, and the guard leads home in a moment. */
export function RefusedPage() {
  return (
    <MessagePage sign="!" title="无法打开该页面" text="正在返回首页…" testId="refused-page">
      {null}
    </MessagePage>
  );
}
