import { DeleteOutlined, UploadOutlined } from "@ant-design/icons";
import { Button, Progress, Upload } from "antd";
import { UPLOAD_RULES } from "../../../shared/domain/upload-rules.ts";
import { readShell } from "../../api/session.ts";
import { FileLink } from "./FileLink.tsx";
import { useUploads } from "./use-uploads.ts";
import "./attachments.css";

const ACCEPT = UPLOAD_RULES.file.extensions.map((extension) => `.${extension}`).join();

interface FileUploadProps {
  /** The file's address; empty: none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly disabled?: boolean;
}

/** One file: to see, to remove, and to put another in its place. */
export function FileUpload({ value, onChange, disabled = false }: FileUploadProps) {
  const uploads = useUploads({ kind: "file", room: 1, onUploaded: onChange });
  const [coming] = uploads.pending;
  if (coming !== undefined) {
    return (
      <div className="file-upload">
        <span>{coming.file.name}</span>
        <Progress className="file-upload-bar" percent={coming.percent} size="small" status="active" aria-label="上传进度" />
        <Button size="small" onClick={() => uploads.cancel(coming.uid)}>
          取消
        </Button>
      </div>
    );
  }
  return (
    <div className="file-upload">
      {value !== "" && <FileLink url={value} />}
      {!disabled && (
        <Upload
          accept={ACCEPT}
          showUploadList={false}
          beforeUpload={(file) => {
            uploads.add(file);
            return Upload.LIST_IGNORE;
          }}
        >
          <Button size={value === "" ? "middle" : "small"} icon={<UploadOutlined />}>
            {value === "" ? "上传文件" : "更换"}
          </Button>
        </Upload>
      )}
      {value !== "" && !disabled && <Button size="small" icon={<DeleteOutlined />} aria-label="删除文件" onClick={() => onChange("")} />}
      {value === "" && <span className="upload-hint">支持 png、jpg、pdf、doc、docx，不超过 {readShell().uploadMegabytes} MB</span>}
    </div>
  );
}
