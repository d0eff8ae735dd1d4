import { type HttpError, useList } from "@refinedev/core";
import { Button, Card, Empty, Input, InputNumber, Popconfirm, Switch } from "antd";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { rowActions, rowId } from "../../kinds/row.ts";
import { PageWait } from "../module/PageWait.tsx";
import { DocumentPage } from "../show/ShowPage.tsx";
import "../list/list.css";
import "./settings.css";
import type { Form } from "../../../shared/registry/model.ts";
import { FileUpload } from "../../kinds/attachments/FileUpload.tsx";
import { type Setting, useSettings } from "./use-settings.ts";

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

/** Every row is one setting, edited in place; changed ones are marked until they are saved. */
function SettingsForm({ screen, form }: { screen: ScreenModel; form: Form }) {
  const settings = useSettings(screen, form);
  const { query, groups, changed } = settings;
  if (query.data === undefined) return <PageWait query={query} />;
  return (
    <section className="settings">
      <header className="list-head">
        <h1>{screen.title}</h1>
        <div className="list-tools">
          <Button disabled={changed.length === 0} onClick={settings.discard}>
            放弃修改
          </Button>
          <Button
            type="primary"
            disabled={changed.length === 0}
            loading={settings.isSaving}
            onClick={() => void settings.save()}
            data-testid="action-edit"
          >
            保存{changed.length > 0 && `（${changed.length}）`}
          </Button>
        </div>
      </header>
      {groups.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有可设置的项目" />}
      {groups.map(({ title, settings: rows }) => (
        <Card key={title} size="small" title={title}>
          {rows.map((setting) => (
            <SettingRow key={setting.id} setting={setting} settings={settings} />
          ))}
        </Card>
      ))}
    </section>
  );
}

function SettingRow({ setting, settings }: { setting: Setting; settings: ReturnType<typeof useSettings> }) {
  const { row, label, note, type, fallback } = setting;
  const { changed, edit, restore } = settings;
  const isChanged = changed.includes(setting);
  const allowed = rowActions(row);
  const usual = type === "bool" ? (fallback === "true" || fallback === "1" ? "开启" : "关闭") : fallback || "空";
  return (
    <div className={isChanged ? "setting setting-changed" : "setting"} data-testid={`row-${setting.id}`}>
      <div className="setting-label">
        {label}
        {note !== "" && <span>{note}</span>}
      </div>
      <SettingInput
        type={type}
        value={settings.valueOf(setting)}
        label={label}
        isDisabled={!allowed.includes("edit")}
        onChange={(value) => edit(setting.id, value)}
      />
      <div className="setting-fallback">
        {fallback !== setting.value && allowed.includes("restore") && (
          <Popconfirm title={`恢复为默认值“${usual}”？`} okText="恢复" cancelText="取消" onConfirm={() => void restore(setting)}>
            <Button type="link" size="small" data-testid="action-restore">
              恢复默认
            </Button>
          </Popconfirm>
        )}
        <span>默认：{usual}</span>
      </div>
    </div>
  );
}

interface SettingInputProps extends Pick<Setting, "type" | "value" | "label"> {
  readonly isDisabled: boolean;
  readonly onChange: (value: string) => void;
}

const LONG = 60;

/** The control for one setting, by the type that its row tells; what is not known is text. */
function SettingInput({ type, value, label, isDisabled, onChange }: SettingInputProps) {
  const common = { disabled: isDisabled, "aria-label": label };
  if (type === "bool") return <Switch {...common} checked={value === "true" || value === "1"} onChange={(on) => onChange(String(on))} />;
  if (type === "int") {
    return (
      <InputNumber
        {...common}
        stringMode
        precision={0}
        value={value}
        onChange={(next) => onChange(String(next ?? ""))}
        className="setting-number"
      />
    );
  }
  if (type === "url") {
    return (
      <div className="setting-url">
        <Input {...common} value={value} onChange={({ target }) => onChange(target.value)} />
        {!isDisabled && <FileUpload value="" onChange={onChange} />}
      </div>
    );
  }
  if (value.length > LONG) return <Input.TextArea {...common} autoSize value={value} onChange={({ target }) => onChange(target.value)} />;
  return <Input {...common} value={value} onChange={({ target }) => onChange(target.value)} />;
}
