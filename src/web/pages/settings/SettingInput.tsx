import { Input, InputNumber, Switch } from "antd";
import { FileUpload } from "../../kinds/attachments/FileUpload.tsx";

interface SettingInputProps {
  readonly type: string;
  readonly value: string;
  readonly label: string;
  readonly isDisabled: boolean;
  readonly onChange: (value: string) => void;
}

const LONG = 60;

/** The control for one setting, by the type that its row tells; what is not known is text. */
export function SettingInput({ type, value, label, isDisabled, onChange }: SettingInputProps) {
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
