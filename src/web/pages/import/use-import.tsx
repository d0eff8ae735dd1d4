import { lazy, type ReactNode, Suspense, useState } from "react";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import type { BarButton } from "../actions/ActionBar.tsx";

const ImportDrawer = lazy(() => import("./ImportDrawer.tsx"));

/** The button 导入 of a list, where the user may, and the dialog that it opens. */
export function useImport(screen: ScreenModel): { readonly buttons: readonly BarButton[]; readonly dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const buttons = screen.actions
    .filter(({ kind }) => kind === "import")
    .map(({ action, title }) => ({
      key: action,
      title,
      hint: null,
      isCreate: false,
      isNext: false,
      isDanger: false,
      isWaiting: false,
      onPress: () => setOpen(true),
    }));
  const dialog = isOpen ? (
    <Suspense fallback={null}>
      <ImportDrawer screen={screen} onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
  return { buttons, dialog };
}
