import { timeOf } from "../../../shared/domain/day.ts";
import { fieldsOfText } from "../../../shared/domain/text-fields.ts";
import { fillText } from "../values/fill-text.ts";
import { entityOf } from "../values/names.ts";
import { createLater } from "./create-row.ts";
import { type EffectDef, recipientSide } from "./effect.ts";

/** Writes a message to one side of the document. */
export const notify: EffectDef<"notify"> = {
  reads: (effect) => [...fieldsOfText(effect.title), ...fieldsOfText(effect.content ?? "")],
  async run(effect, context) {
    const { work, entity, row } = context;
    await createLater(context, entityOf(work.registry, "Message"), {
      side: recipientSide(effect.to, work.actor),
      entity: entity.name,
      bllid: String(row.Id),
      Billid: (row.Billid ?? null) === null ? null : String(row.Billid),
      title: fillText(effect.title, entity, row),
      content: fillText(effect.content ?? "", entity, row),
      sendtime: timeOf(work.now),
    });
  },
};
