import { SendOutlined } from "@ant-design/icons";
import { Alert, App, Button } from "antd";
import { useMemo, useRef } from "react";
import type { FormSpec } from "../../../shared/protocol/form.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { FormItem } from "../../pages/form/FormItem.tsx";
import { KeptDraft } from "../../pages/form/KeptDraft.tsx";
import { blankDraft, narrowOf, rekeyed } from "../../pages/form/state/form-draft.ts";
import { placeOf } from "../../pages/form/state/form-problems.ts";
import { touchedPlaces } from "../../pages/form/state/touched-places.ts";
import { useFormPage } from "../../pages/form/use-form-page.ts";
import { useKeptDraft } from "../../pages/form/use-kept-draft.ts";
import { useWaiting } from "../../pages/form/use-waiting.ts";
import { useUnsaved } from "../../providers/tab.ts";

interface AdviceComposerProps {
  readonly screen: ScreenModel;
  readonly spec: FormSpec;
  readonly isHidden: boolean;
  readonly onSent: () => void;
}

/** Where a supplier writes a suggestion: the form of the module, in one card. What is typed stays while others are read. */
export function AdviceComposer({ screen, spec, isHidden, onSent }: AdviceComposerProps) {
  const { message } = App.useApp();
  const start = useMemo(() => blankDraft(spec), [spec]);
  const page = useFormPage({ screen, spec, target: null, start });
  const kept = useKeptDraft(page);
  useUnsaved(page.isDirty, kept.forget);
  const form = useRef<HTMLFormElement>(null);
  useWaiting(form, page.isSaving);
  const { values } = page.state.now.head;
  const fields = spec.sections.flatMap((section) => section.fields.flatMap((name) => spec.fields[name] ?? []));

  const send = async () => {
    const saved = await page.save();
    if (saved === null) return;
    kept.forget();
    page.begin(rekeyed(start));
    void message.success("建议已提交，商场回复后会提醒您");
    onSent();
  };

  return (
    <form
      ref={form}
      className="advice-composer"
      {...touchedPlaces(page.dispatch)}
      aria-labelledby="advice-composer-title"
      hidden={isHidden}
      noValidate
      data-testid="advice-composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h2 id="advice-composer-title">提建议</h2>
      <p className="advice-hint">说说您遇到的问题或想法，商场会在这里回复您。</p>
      {page.alert !== null && (
        <Alert type="error" showIcon closable message={page.alert} onClose={page.closeAlert} data-testid="form-alert" />
      )}
      <KeptDraft kept={kept} />
      {fields
        .filter(({ isWritable }) => isWritable)
        .map((field) => (
          <FormItem
            key={field.name}
            mdl={page.mdl}
            field={field}
            value={values[field.name] ?? null}
            narrow={narrowOf(field, values)}
            problem={page.texts.get(placeOf(null, null, field.name))}
            isReadOnly={false}
            dispatch={page.dispatch}
          />
        ))}
      <div className="advice-composer-foot">
        <Button type="primary" htmlType="submit" icon={<SendOutlined />} loading={page.isSaving} data-testid="advice-send">
          提交建议
        </Button>
      </div>
    </form>
  );
}
