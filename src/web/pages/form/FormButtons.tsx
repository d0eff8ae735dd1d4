import { Button } from "antd";

interface FormButtonsProps {
  readonly isNew: boolean;
  readonly isSaving: boolean;
  readonly onSave: (then: "show" | "another") => void;
  readonly onCancel: () => void;
  /** What the test ids of these buttons begin with: they stand at the top and at the bottom. */
  readonly testId: string;
}

/** What a form can be left with. */
export function FormButtons({ isNew, isSaving, onSave, onCancel, testId }: FormButtonsProps) {
  return (
    <>
      <Button onClick={onCancel} data-testid={`${testId}-cancel`}>
        取消
      </Button>
      {isNew && (
        <Button disabled={isSaving} onClick={() => onSave("another")} data-testid={`${testId}-save-another`}>
          保存并新增
        </Button>
      )}
      <Button type="primary" loading={isSaving} onClick={() => onSave("show")} title="Ctrl+S" data-testid={`${testId}-save`}>
        保存
      </Button>
    </>
  );
}
