import { Card } from "antd";
import type { Dispatch } from "react";
import type { FormField, FormSpec } from "../../../shared/protocol/form.ts";
import type { WireRow } from "../../../shared/protocol/list.ts";
import { FormItem } from "./FormItem.tsx";
import { narrowOf } from "./state/form-draft.ts";
import { type ProblemTexts, placeOf } from "./state/form-problems.ts";
import type { FormEvent } from "./state/form-reducer.ts";

/** Copied by the server alone, as the choice it follows is not the user's: there is nothing to show before it is saved. */
const isToCome = ({ derived }: FormField, fields: FormSpec["fields"]): boolean =>
  derived?.kind === "copy" && fields[derived.via]?.isWritable !== true;

interface FormSectionProps {
  readonly mdl: string;
  readonly section: FormSpec["sections"][number];
  readonly fields: FormSpec["fields"];
  readonly values: WireRow;
  readonly texts: ProblemTexts;
  readonly isNew: boolean;
  readonly dispatch: Dispatch<FormEvent>;
}

/** The fields of one section in a grid. */
export function FormSection({ mdl, section, fields, values, texts, isNew, dispatch }: FormSectionProps) {
  const shown = section.fields.flatMap((name) => fields[name] ?? []).filter((field) => !isNew || !isToCome(field, fields));
  return (
    <Card size="small" title={section.title} className="form-section">
      <div className="form-grid">
        {shown.map((field) => (
          <FormItem
            key={field.name}
            mdl={mdl}
            field={field}
            value={values[field.name] ?? null}
            narrow={narrowOf(field, values)}
            problem={texts.get(placeOf(null, null, field.name))}
            isReadOnly={!field.isWritable || (field.isFixed && !isNew)}
            dispatch={dispatch}
          />
        ))}
      </div>
    </Card>
  );
}
