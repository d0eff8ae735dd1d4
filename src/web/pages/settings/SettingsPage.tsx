import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { OwnPage } from "./OwnPage.tsx";
import { SettingsForm } from "./SettingsForm.tsx";
import "../list/list.css";
import "./settings.css";

/** A page of kind form: settings to edit in place, or the user's own row. */
export default function SettingsPage({ screen }: { screen: ScreenModel }) {
  const { settings } = screen;
  if (settings === null) throw new Error(`module ${screen.MdlId} is no form page`);
  return settings.mode === "own" ? <OwnPage screen={screen} /> : <SettingsForm screen={screen} form={settings} />;
}
