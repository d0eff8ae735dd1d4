import { Alert, Checkbox, Radio } from "antd";
import type { ImportForm, ImportMode, ImportPreview, ImportRunView } from "../../../shared/protocol/import.ts";
import { useCall } from "../../data/use-call.ts";
import { PageWait } from "../module/PageWait.tsx";
import { IMPORT_CALLS } from "./import-calls.ts";
import { PreviewRows } from "./PreviewRows.tsx";

/** How a file is brought in. */
export interface ImportChoice {
  readonly mode: ImportMode;
  readonly follow: boolean;
}

interface CheckFileProps {
  readonly mdl: string;
  readonly form: ImportForm;
  readonly run: ImportRunView;
  readonly choice: ImportChoice;
  readonly onChoose: (choice: ImportChoice) => void;
}

/** The second step: what would become of the first rows, and how the file is to be brought in. */
export function CheckFile({ mdl, form, run, choice, onChoose }: CheckFileProps) {
  const query = useCall<ImportPreview>(IMPORT_CALLS.preview, { mdl, run: run.run }, { of: "fixed", cacheTime: 0, isSilent: true });
  if (query.data === undefined) return <PageWait query={query} />;
  const { rows, total, counts, hints } = query.data;
  const tried = rows.length < total ? `先试了前 ${rows.length} 行，开始后检查全部` : "已试全部";
  return (
    <div className="import-check">
      <p className="import-file">
        <b>{run.file}</b>
        <span className="faint">
          共 {total} 行，{tried}。
        </span>
      </p>
      {hints.map((hint) => (
        <Alert key={hint} showIcon type="warning" message={hint} />
      ))}
      {counts.refused > 0 && <Alert showIcon type="error" message={`${counts.refused} 行有问题`} data-testid="import-refused" />}
      <PreviewRows preview={query.data} />
      <fieldset className="import-choice">
        <legend>遇到有问题的行时</legend>
        <Radio.Group value={choice.mode} onChange={({ target }) => onChoose({ ...choice, mode: target.value as ImportMode })}>
          <Radio value="all" data-testid="import-mode-all">
            全部正确才导入
          </Radio>
          <Radio value="good" data-testid="import-mode-good">
            只导入正确的行
          </Radio>
        </Radio.Group>
        {form.follow.length > 0 && (
          <Checkbox
            checked={choice.follow}
            onChange={({ target }) => onChoose({ ...choice, follow: target.checked })}
            data-testid="import-follow"
          >
            新增的同时{form.follow.join("、")}
          </Checkbox>
        )}
      </fieldset>
    </div>
  );
}
