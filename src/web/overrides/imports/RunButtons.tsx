import { Modal } from "antd";
import { lazy, Suspense, useState } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { rowId } from "../../kinds/row.ts";
import { ActionBar } from "../../pages/actions/ActionBar.tsx";
import type { DocumentButtonsProps, ListButtonsProps } from "../../pages/list/override-pages.ts";

const RunOnPage = lazy(() => import("./RunOnPage.tsx"));

/** What can be done with the run that is ticked. */
export function RunListButtons({ screen, selection }: ListButtonsProps) {
  const [row, ...more] = selection.rows;
  return (
    <RunButtons
      screen={screen}
      row={more.length === 0 ? row : undefined}
      hint={row === undefined ? "请先勾选一次导入" : "每次只能看一次导入"}
    />
  );
}

/** The same on the page of one run. */
export function RunDocumentButtons({ screen, rows }: DocumentButtonsProps) {
  return <RunButtons screen={screen} row={rows[0]} hint="" />;
}

/** 结果与撤销: how a run stands, with its refused rows and its undoing. */
function RunButtons({ screen, row, hint }: { screen: ScreenModel; row: WireRow | undefined; hint: string }) {
  const [isOpen, setOpen] = useState(false);
  const button = {
    key: "result",
    title: "结果与撤销",
    hint: row === undefined ? hint : null,
    isCreate: false,
    isNext: false,
    isDanger: false,
    isWaiting: false,
    onPress: () => setOpen(true),
  };
  return (
    <>
      <ActionBar buttons={[button]} />
      {isOpen && row !== undefined && (
        <Modal open title={`导入 ${String(row.Billid ?? "")}`} footer={null} maskClosable={false} onCancel={() => setOpen(false)}>
          <Suspense fallback={null}>
            <RunOnPage mdl={String(screen.MdlId)} id={rowId(row)} />
          </Suspense>
        </Modal>
      )}
    </>
  );
}
