import { type HttpError, useList } from "@refinedev/core";
import { Button, Card, Empty, Popconfirm } from "antd";
import { mayStand, settingText } from "../../../shared/domain/setting.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenModel, SettingsForm } from "../../../shared/protocol/screen.ts";
import { SettingControl } from "../../kinds/inputs/setting.tsx";
import { rowActions, rowId } from "../../kinds/row.ts";
import { PageWait } from "../module/PageWait.tsx";
import { DocumentPage } from "../show/ShowPage.tsx";
import "../list/list.css";
import "./settings.css";
import { type SettingItem, useSettings } from "./use-settings.ts";

/** A page of kind form: settings to edit in place, or the user's own row. */
export default function SettingsPage({ screen }: { screen: ScreenModel }) {
  const { settings } = screen;
  if (settings === null) throw new Error(`module ${screen.MdlId} is no form page`);
  return settings.mode === "own" ? <OwnPage screen={screen} /> : <SettingsForms screen={screen} form={settings} />;
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
function SettingsForms({ screen, form }: { screen: ScreenModel; form: SettingsForm }) {
  const settings = useSettings(screen, form);
  const { query, groups, changed, isRight } = settings;
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
            disabled={changed.length === 0 || !isRight}
            loading={settings.isSaving}
            onClick={() => void settings.save()}
            data-testid="action-edit"
          >
            保存{changed.length > 0 && `（${changed.length}）`}
          </Button>
        </div>
      </header>
      {groups.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有可设置的项目" />}
      {groups.map(({ title, items }) => (
        <Card key={title} size="small" title={title}>
          {items.map((item) => (
            <SettingRow key={item.id} screen={screen} item={item} settings={settings} />
          ))}
        </Card>
      ))}
    </section>
  );
}

interface SettingRowProps {
  readonly screen: ScreenModel;
  readonly item: SettingItem;
  readonly settings: ReturnType<typeof useSettings>;
}

/** A setting: what it is called and does, its control, what may stand there, and what counts where nothing does. */
function SettingRow({ screen, item, settings }: SettingRowProps) {
  const { id, row, key, setting } = item;
  const { changed, edit, restore, textOf, shownOf, problemOf } = settings;
  const isChanged = changed.includes(item);
  const allowed = rowActions(row);
  const problem = problemOf(item);
  const [control, note] = [`setting-${id}`, `setting-${id}-note`];
  const field = screen.form?.fields[screen.settings?.value ?? ""];
  return (
    <div className={isChanged ? "setting setting-changed" : "setting"} data-testid={`row-${id}`} data-key={key}>
      <div className="setting-label">
        <label htmlFor={control}>{setting.title}</label>
        <span>{setting.help}</span>
      </div>
      <div className="setting-value">
        {field !== undefined && allowed.includes("edit") ? (
          <div className="setting-control">
            <SettingControl
              setting={setting}
              field={field}
              id={control}
              value={shownOf(item)}
              onChange={(next) => edit(id, String(next ?? ""))}
              source={{ mdl: String(screen.MdlId), entity: null }}
              narrow={{}}
              isInvalid={problem !== null}
              describedBy={note}
            />
            {setting.unit !== "" && <span className="setting-unit">{setting.unit}</span>}
          </div>
        ) : (
          <output id={control}>{settingText(setting, textOf(item))}</output>
        )}
        <div id={note} className={problem === null ? "setting-note" : "setting-problem"} aria-live="polite">
          {problem ?? mayStand(setting)}
        </div>
      </div>
      <div className="setting-fallback">
        {item.value !== "" && allowed.includes("restore") && (
          <Popconfirm
            title={`恢复为默认值“${settingText(setting, "")}”？`}
            okText="恢复"
            cancelText="取消"
            onConfirm={() => void restore(item)}
          >
            <Button type="link" size="small" data-testid="action-restore">
              恢复默认
            </Button>
          </Popconfirm>
        )}
        <span>默认：{settingText(setting, "")}</span>
      </div>
    </div>
  );
}
