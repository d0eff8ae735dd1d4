import { Button, Checkbox, Empty, Input, Switch, Tooltip } from "antd";
import { memo, useState } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import { PageWait } from "../module/PageWait.tsx";
import { type GrantedPage, tickOf, useGrants, withTicks } from "./use-grants.ts";

/** Also where none of its boxes may be ticked, so that nothing else in it takes the focus. */
const SCROLLED_BY_KEYS = { tabIndex: 0 } as const;

interface GrantEditorProps {
  readonly mdl: string;
  readonly group: WireRow;
  /** The group's name. */
  readonly name: string;
  readonly mayGrant: boolean;
}

/** What one group may do: every page of its kind with its functions. */
export function GrantEditor({ mdl, group, name, mayGrant }: GrantEditorProps) {
  const grants = useGrants(mdl, group);
  const [wanted, setWanted] = useState("");
  const { data } = grants.query;
  if (data === undefined) return <PageWait query={grants.query} />;
  const tick = (page: GrantedPage, keys: readonly string[], isOn: boolean) => grants.setTicked(withTicks(grants.ticked, page, keys, isOn));
  const shown = data.groups
    .map((each) => ({ ...each, modules: each.modules.filter(({ title }) => title.includes(wanted.trim())) }))
    .filter(({ modules }) => modules.length > 0);
  return (
    <div className="grants" data-testid="grant-editor">
      <header className="grants-head">
        <h2>{name} 的权限</h2>
        <Input
          allowClear
          placeholder="查找页面"
          value={wanted}
          onChange={({ target }) => setWanted(target.value)}
          className="grants-find"
        />
        <Tooltip title={data.mayGrantAll ? "包括以后新增的页面" : "不能授予或收回自己没有的权限"}>
          <span>
            <Switch
              checked={grants.isAll}
              disabled={!mayGrant || !data.mayGrantAll}
              onChange={grants.setAll}
              checkedChildren="全部模块"
              unCheckedChildren="逐项授权"
              data-testid="grant-all"
            />
          </span>
        </Tooltip>
        <Button disabled={grants.changes === 0} onClick={grants.discard}>
          放弃修改
        </Button>
        <Button
          type="primary"
          disabled={!mayGrant || grants.changes === 0}
          loading={grants.isSaving}
          onClick={() => void grants.save()}
          data-testid="grant-save"
        >
          保存{grants.changes > 0 && `（${grants.changes}）`}
        </Button>
      </header>
      <section className="grants-body" aria-label="页面与功能" {...SCROLLED_BY_KEYS}>
        {shown.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有符合的页面" />}
        {shown.map(({ title, modules }) => (
          <section key={title}>
            <h3>{title}</h3>
            {modules.map((page) => (
              <GrantRow
                key={page.MdlId}
                page={page}
                ticks={page.functions
                  .map(({ key }) => key)
                  .filter((key) => grants.isAll || grants.ticked.has(tickOf(page.MdlId, key)))
                  .join(",")}
                isLocked={!mayGrant || grants.isAll}
                onTick={tick}
              />
            ))}
          </section>
        ))}
      </section>
    </div>
  );
}

interface GrantRowProps {
  readonly page: GrantedPage;
  /** Keys ticked on this page, as one text so that an unchanged row is not drawn again. */
  readonly ticks: string;
  readonly isLocked: boolean;
  readonly onTick: (page: GrantedPage, keys: readonly string[], isOn: boolean) => void;
}

/** One page with its functions. */
const GrantRow = memo(function GrantRow({ page, ticks, isLocked, onTick }: GrantRowProps) {
  const held = new Set(ticks.split(","));
  const keys = page.functions.map(({ key }) => key);
  const count = keys.filter((key) => held.has(key)).length;
  const isClosed = isLocked || page.functions.every(({ mayGrant }) => !mayGrant);
  return (
    <div className="grant-row" data-testid={`grant-${page.MdlId}`}>
      <Checkbox
        className="grant-page"
        checked={count === keys.length}
        indeterminate={count > 0 && count < keys.length}
        disabled={isClosed}
        onChange={({ target }) => onTick(page, keys, target.checked)}
      >
        {page.title}
      </Checkbox>
      <div className="grant-functions">
        {page.functions.map(({ key, title, mayGrant }) => (
          <Tooltip key={key} title={mayGrant ? null : "不能授予或收回自己没有的权限"}>
            <Checkbox
              checked={held.has(key)}
              disabled={isLocked || !mayGrant}
              onChange={({ target }) => onTick(page, [key], target.checked)}
              data-testid={`grant-${tickOf(page.MdlId, key)}`}
            >
              {title}
            </Checkbox>
          </Tooltip>
        ))}
      </div>
    </div>
  );
});
