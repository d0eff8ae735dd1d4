import { Alert, Button } from "antd";
import dayjs from "dayjs";
import type { useKeptDraft } from "./use-kept-draft.ts";

/** Offers what was entered here before and never saved, where there is any. */
export function KeptDraft({ kept: { found, restore, drop } }: { readonly kept: ReturnType<typeof useKeptDraft> }) {
  if (found === null) return null;
  return (
    <Alert
      type="info"
      showIcon
      data-testid="kept-draft"
      message={`${dayjs(found.time).format("M月D日 HH:mm")} 在这里填写的内容没有保存。`}
      action={
        <>
          <Button size="small" type="link" onClick={drop}>
            丢弃
          </Button>
          <Button size="small" type="primary" onClick={restore} data-testid="kept-restore">
            恢复
          </Button>
        </>
      }
    />
  );
}
