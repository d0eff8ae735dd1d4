import { DownloadOutlined, InboxOutlined } from "@ant-design/icons";
import { Alert, Button, Progress, Upload } from "antd";
import type { ImportForm, ImportRunView } from "../../../shared/protocol/import.ts";
import { IMPORT_EXTENSIONS, MOST_IMPORT_MB } from "../../../shared/protocol/import.ts";

const ACCEPT = IMPORT_EXTENSIONS.map((extension) => `.${extension}`).join();

interface ChooseFileProps {
  readonly form: ImportForm;
  /** Share of the file that has been sent, in percent; null: none is on its way. */
  readonly percent: number | null;
  /** Why the last one was not taken; empty: it was, or there was none. */
  readonly refusal: string;
  readonly onTemplate: (format: "xlsx" | "csv") => void;
  readonly onFile: (file: File) => void;
  readonly onRun: (run: ImportRunView) => void;
}

/** The first step: the template, the rules, the file, and what was brought in lately. */
export function ChooseFile({ form, percent, refusal, onTemplate, onFile, onRun }: ChooseFileProps) {
  return (
    <div className="import-choose">
      <section>
        <h3>1. 下载模板并填写</h3>
        <div className="import-buttons">
          <Button icon={<DownloadOutlined />} onClick={() => onTemplate("xlsx")} data-testid="import-template">
            Excel 模板
          </Button>
          <Button onClick={() => onTemplate("csv")} data-testid="import-template-csv">
            CSV 模板
          </Button>
        </div>
        <ImportHelp form={form} />
      </section>
      <section>
        <h3>2. 选择填好的文件</h3>
        {refusal !== "" && <Alert showIcon type="error" message={refusal} data-testid="import-refusal" />}
        {percent === null ? (
          <Upload.Dragger
            accept={ACCEPT}
            maxCount={1}
            showUploadList={false}
            beforeUpload={(file) => {
              onFile(file);
              return Upload.LIST_IGNORE;
            }}
          >
            <p className="import-icon">
              <InboxOutlined aria-hidden />
            </p>
            <p>点击选择，或把文件拖到这里</p>
            <p className="faint">
              {IMPORT_EXTENSIONS.join("、")} 文件，不超过 {MOST_IMPORT_MB} MB
            </p>
          </Upload.Dragger>
        ) : (
          <div className="import-sending" role="status">
            <Progress percent={percent} status="active" aria-label="上传进度" />
            <p>{percent < 100 ? "正在上传……" : "正在读取文件……"}</p>
          </div>
        )}
      </section>
      {form.runs.length > 0 && <LatestRuns runs={form.runs} onRun={onRun} />}
    </div>
  );
}

/** What the file must be like, in words of this page. */
function ImportHelp({ form: { columns, mayCreate, mayUpdate } }: { form: ImportForm }) {
  const titles = (wanted: (column: ImportForm["columns"][number]) => boolean) =>
    columns
      .filter(wanted)
      .map(({ title }) => title)
      .join("、");
  const key = titles(({ isKey }) => isKey);
  return (
    <details className="import-help">
      <summary>填写说明</summary>
      <ul>
        <li>第一行是列名，可以换顺序，不用的列可以删去。必填：{titles(({ isRequired }) => isRequired) || "无"}。</li>
        <li>
          按“{key}”识别已有的数据：
          {mayUpdate ? `已有的修改${mayCreate ? "，没有的新增" : "，不能新增"}。` : "已有的不能通过导入修改。"}
        </li>
        {mayUpdate && <li>可以修改：{titles(({ isUpdatable }) => isUpdatable)}。空着的单元格不改动原来的内容。</li>}
        <li>CSV 文件可以是 UTF-8 或 GB18030 编码，用逗号、分号或制表符分隔。</li>
        <li>公式、合并的单元格、宏和指向其他文件的链接不能导入；编码前面的 0 请用文本格式保留。</li>
        <li>每列的详细说明在模板的“说明”工作表中。</li>
      </ul>
    </details>
  );
}

function LatestRuns({ runs, onRun }: { runs: readonly ImportRunView[]; onRun: (run: ImportRunView) => void }) {
  return (
    <section>
      <h3>我最近的导入</h3>
      <ul className="import-runs">
        {runs.map((run) => (
          <li key={run.run}>
            <button type="button" onClick={() => onRun(run)} data-testid={`import-run-${run.run}`}>
              <span>{run.file}</span>
              <span className="faint">
                {run.createtime} · {run.stateTitle}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
