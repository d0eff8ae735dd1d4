import { type HttpError, useList } from "@refinedev/core";
import { Empty } from "antd";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { rowId } from "../../kinds/row.ts";
import { PageWait } from "../module/PageWait.tsx";
import { DocumentPage } from "../show/ShowPage.tsx";
import { SettingsForm } from "./SettingsForm.tsx";
import "../list/list.css";
import "./settings.css";

/** A page of kind form: settings to edit in place, or the user's own row. */
export default function SettingsPage({ screen }: { screen: ScreenModel }) {
  const { settings } = screen;
  if (settings === null) throw new Error(`module ${screen.MdlId} is no form page`);
  return settings.mode === "own" ? <OwnPage screen={screen} /> : <SettingsForm screen={screen} form={settings} />;
}

/** The one row that belongs to the user, as its document. */
function OwnPage({ screen }: { screen: ScreenModel }) {
  const query = useList<WireRow, HttpError>({ resource: String(screen.MdlId), pagination: { pageSize: 1 } });
  if (query.data === undefined) return <PageWait query={query} />;
  const [row] = query.data.data;
  if (row === undefined) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有您的资料，请联系商场" />;
  return <DocumentPage screen={screen} id={rowId(row)} />;
}
