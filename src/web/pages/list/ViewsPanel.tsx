import {
  DeleteOutlined,
  HomeFilled,
  HomeOutlined,
  LinkOutlined,
  PrinterOutlined,
  StarFilled,
  StarOutlined,
  TeamOutlined,
} from "@ant-design/icons";
import { App, Button, Checkbox, Drawer, Input, Popconfirm } from "antd";
import { type ReactNode, useState } from "react";
import type { SavedView } from "../../../shared/protocol/own-list.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { writeListState } from "../../data/list-state.ts";
import { useTask } from "../../data/use-call.ts";
import { useShortcuts } from "../../data/use-shortcuts.ts";
import { copyText } from "../../feedback/copy-text.ts";
import { printList } from "./print-list.ts";
import type { ListState } from "./use-list.ts";
import { useViews, type ViewName } from "./use-views.ts";
import { sharedAddress } from "./view-state.ts";
import "./views.css";

interface ViewsPanelProps {
  readonly screen: ScreenModel;
  readonly list: ListState;
  /** What the list is narrowed to, in words. */
  readonly told: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The saved views of the list: opened, saved, shared, put at hand, and handed on as an address; and the list on paper. */
export default function ViewsPanel({ screen, list, told, isOpen, onClose }: ViewsPanelProps) {
  const { message } = App.useApp();
  const views = useViews(screen, list);
  const { favourites, toggle } = useShortcuts();
  const { view, first } = views;
  const isAtHand = (id: string) => favourites.some((one) => one.MdlId === screen.MdlId && one.view === id);
  // Rows on paper are taken away like those of an export.
  const canPrint = screen.functions.includes("export");
  const print = useTask(() => printList({ screen, list, told }));
  const copy = async () => {
    const words = writeListState({ ...sharedAddress(list.look, screen, list.own.layout, list.fit) });
    const isCopied = await copyText(`${window.location.origin}${screen.path}?${words}`);
    void (isCopied
      ? message.success("链接已复制，打开的人只看到其本人有权查看的内容")
      : message.error("浏览器不允许复制，请手工复制地址栏"));
  };
  const line = (one: SavedView | null, more: ReactNode = null) => {
    const id = one?.id ?? "";
    const title = one?.title ?? "默认（按模块设置）";
    return (
      <li key={id} data-view={id} aria-current={(view?.id ?? "") === id}>
        <button type="button" className="views-open" onClick={() => list.openView(one)}>
          {title}
          {one?.isShared && <TeamOutlined aria-label="本单位共享" title="本单位共享" />}
        </button>
        <Toggle
          label={`${title}：打开页面时使用`}
          isOn={(first ?? "") === id}
          icons={[<HomeOutlined key="off" />, <HomeFilled key="on" />]}
          onToggle={() => views.openFirst(one?.id ?? null)}
        />
        <Toggle
          label={`${title}：收藏到菜单`}
          isOn={isAtHand(id)}
          icons={[<StarOutlined key="off" />, <StarFilled key="on" />]}
          onToggle={() => toggle(screen.MdlId, id)}
        />
        {more}
      </li>
    );
  };
  return (
    <Drawer
      title="视图"
      open={isOpen}
      onClose={onClose}
      width="min(420px, 100vw)"
      styles={{ mask: { background: "transparent" } }}
      footer={
        <div className="views-foot">
          <Button icon={<LinkOutlined />} onClick={() => void copy()} data-testid="copy-link">
            复制链接
          </Button>
          {canPrint && (
            <Button
              icon={<PrinterOutlined />}
              loading={print.isRunning}
              disabled={list.total === 0}
              onClick={() => print.start()}
              data-testid="print-list"
            >
              打印列表
            </Button>
          )}
        </div>
      }
    >
      <div data-testid="views-panel">
        <ul className="views-list">
          {line(null)}
          {views.views.map((one) =>
            line(
              one,
              one.isOwn && (
                <Popconfirm title={`删除视图“${one.title}”？`} okText="删除" onConfirm={() => views.remove(one.id)}>
                  <Button size="small" type="text" icon={<DeleteOutlined />} aria-label={`${one.title}：删除`} />
                </Popconfirm>
              ),
            ),
          )}
        </ul>
        {view?.isOwn && views.isChanged && (
          <Button block loading={views.isRunning} onClick={views.renew} data-testid="view-renew">
            把当前的列、条件和排序存入“{view.title}”
          </Button>
        )}
        <NewView mayShare={views.mayShare} isRunning={views.isRunning} onCreate={views.create} />
      </div>
    </Drawer>
  );
}

interface ToggleProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly icons: readonly [off: ReactNode, on: ReactNode];
  readonly onToggle: () => void;
}

function Toggle({ label, isOn, icons, onToggle }: ToggleProps) {
  return (
    <Button size="small" type="text" icon={icons[isOn ? 1 : 0]} aria-label={label} title={label} aria-pressed={isOn} onClick={onToggle} />
  );
}

interface NewViewProps {
  readonly mayShare: boolean;
  readonly isRunning: boolean;
  readonly onCreate: (name: ViewName, done: () => void) => void;
}

const EMPTY: ViewName = { title: "", isShared: false, isDefault: false };

function NewView({ mayShare, isRunning, onCreate }: NewViewProps) {
  const [name, setName] = useState(EMPTY);
  return (
    <form
      className="views-new"
      onSubmit={(event) => {
        event.preventDefault();
        onCreate(name, () => setName(EMPTY));
      }}
    >
      <h3>存为新视图</h3>
      <Input
        value={name.title}
        maxLength={30}
        placeholder="名称，如：本周待付款"
        aria-label="视图名称"
        onChange={({ target }) => setName({ ...name, title: target.value })}
        data-testid="view-title"
      />
      <Checkbox checked={name.isDefault} onChange={({ target }) => setName({ ...name, isDefault: target.checked })}>
        打开页面时使用
      </Checkbox>
      {mayShare && (
        <Checkbox checked={name.isShared} onChange={({ target }) => setName({ ...name, isShared: target.checked })}>
          共享给本单位所有用户
        </Checkbox>
      )}
      <Button type="primary" htmlType="submit" disabled={name.title.trim() === ""} loading={isRunning} data-testid="view-save">
        保存
      </Button>
    </form>
  );
}
