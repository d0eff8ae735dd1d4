import type { StatusLabel } from "../../../shared/protocol/screen.ts";

interface KindChoiceProps {
  readonly kinds: readonly StatusLabel[];
  readonly value: string;
  readonly onChange: (kind: string) => void;
}

/** What a company registers as. */
export function KindChoice({ kinds, value, onChange }: KindChoiceProps) {
  return (
    <fieldset className="visitor-kinds">
      <legend>注册类型</legend>
      {kinds.map((kind) => (
        <label key={String(kind.value)} className="visitor-kind">
          <input
            type="radio"
            name="kind"
            value={String(kind.value)}
            checked={value === String(kind.value)}
            onChange={() => onChange(String(kind.value))}
          />
          {kind.text}注册
        </label>
      ))}
    </fieldset>
  );
}
