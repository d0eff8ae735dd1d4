import { Checkbox, Tooltip } from "antd";
import { memo } from "react";
import type { GrantsResult } from "../../../shared/protocol/screen.ts";
import { tickOf } from "./grant-draft.ts";

type Page = GrantsResult["groups"][number]["modules"][number];

interface GrantRowProps {
  readonly page: Page;
  /** Keys ticked on this page, as one text so that an unchanged row is not drawn again. */
  readonly ticks: string;
  readonly isLocked: boolean;
  readonly onTick: (page: Page, keys: readonly string[], isOn: boolean) => void;
}

/** One page with its functions. */
export const GrantRow = memo(function GrantRow({ page, ticks, isLocked, onTick }: GrantRowProps) {
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
