import { Modal, Radio, Space } from "antd";
import { useState } from "react";
import { type ExportFormat, type ExportView, KEPT_HOURS, MOST_IN_BROWSER } from "../../../shared/protocol/export.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { post } from "../../api/post.ts";
import { useTask } from "../../data/use-call.ts";
import { type ExportedList, exportParams } from "./export-order.ts";

interface ExportDialogProps {
  readonly list: ExportedList;
  readonly onStarted: () => void;
  readonly onClose: () => void;
}

/** Asks for the kind of file, and has the server write it in the background. */
export default function ExportDialog({ list, onStarted, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<ExportFormat>("xlsx");
  const { start, isRunning } = useTask(async () => {
    await post<ExportView>(moduleUrl(String(list.screen.MdlId), "Export"), { ...exportParams(list), format });
    onStarted();
    onClose();
  });
  return (
    <Modal
      open
      title={`导出 ${list.screen.title}`}
      okText="开始导出"
      cancelText="取消"
      okButtonProps={{ "data-testid": "export-start" }}
      confirmLoading={isRunning}
      onOk={() => start()}
      onCancel={onClose}
    >
      <p>
        共 {list.total} 行，超过 {MOST_IN_BROWSER}{" "}
        行，由系统在后台生成文件。可以继续做别的事，完成后在“导出”旁边的“我的导出”中下载，文件保留 {KEPT_HOURS} 小时。
      </p>
      <Radio.Group value={format} onChange={({ target }) => setFormat(target.value as ExportFormat)} aria-label="文件格式">
        <Space direction="vertical">
          <Radio value="xlsx" data-testid="export-xlsx">
            Excel（xlsx）：与列表样式一致，另有说明页
          </Radio>
          <Radio value="csv" data-testid="export-csv">
            文本（CSV）：生成更快，适合导入其他系统；在 Excel 中打开时，较长的编号和开头的 0 会被改变
          </Radio>
        </Space>
      </Radio.Group>
    </Modal>
  );
}
