import { amountToCapitals } from "../../shared/domain/amount-to-capitals.ts";
import { scaleOf } from "../../shared/domain/calc.ts";
import { formatScaled, parseScaled } from "../../shared/domain/scaled.ts";
import { type ApiError, CODE } from "../../shared/protocol/envelope.ts";
import type { WireRow } from "../../shared/protocol/list.ts";
import type { ActionPreview } from "../../shared/protocol/preview.ts";
import type { Entity, Module, PreviewTotal, Transition } from "../../shared/registry/model.ts";
import { badInput } from "../base/params.ts";
import { ROW_VERSION } from "../base/technical.ts";
import { personasOf } from "../base/viewer.ts";
import type { QueryContext } from "../query/context.ts";
import { listPlan } from "../query/list-plan.ts";
import { neededFields, presenter } from "../query/present.ts";
import { readByIds } from "../query/rows-by-ids.ts";
import { readableColumns } from "../screens/project-columns.ts";
import type { Work } from "./effects/effect.ts";
import type { Choice, Outside } from "./inquiry.ts";
import { Causes } from "./refusals/cause.ts";
import { refusalNow } from "./run-transition.ts";
import { userWork } from "./run-work.ts";
import { sqlStore } from "./store/sql-store.ts";

/** What becomes of a row, or why nothing does. */
type PreviewAnswer = Pick<ActionPreview["rows"][number], "id" | "Code" | "Msg" | "cause">;

/** Whether there is a row that the viewer may do it to at all: to nobody else is it told what there is to choose. */
export const mayAny = (answers: readonly PreviewAnswer[]): boolean => answers.some(({ Code }) => Code !== CODE.forbidden);

/** Work as the user would do it; nothing is done with it. */
export const previewWork = (ctx: QueryContext, module: Module): Work => userWork(ctx, module, "", "-");

/** What the transition would answer for each of these rows as they stand: 200, or its refusal. */
export async function previewAnswers(
  ctx: QueryContext,
  module: Module,
  transition: Transition,
  ids: readonly number[],
): Promise<PreviewAnswer[]> {
  const { entity } = listPlan(ctx, module);
  const store = sqlStore(ctx.db, ctx.viewer.shopId);
  const key = module.actions.find((action) => action.transition === transition.name)?.functionKey ?? "";
  const works = personasOf(ctx.viewer, module.id, key).map((viewer) => previewWork({ ...ctx, viewer }, module));
  const causes = new Causes(ctx);
  const answers: PreviewAnswer[] = [];
  for (const id of ids) {
    const refused = await firstRefusal(works, (work) => refusalNow(store, { ...work, entity, transition, id }));
    answers.push({ id, Code: refused?.code ?? CODE.ok, Msg: refused?.message ?? "", cause: await causes.of(refused) });
  }
  return answers;
}

/** What the first is refused as whom nobody forbids it (docs/decisions/103); null: he may. Where everybody is forbidden, the first refusal. */
async function firstRefusal(works: readonly Work[], ask: (work: Work) => Promise<ApiError | null>): Promise<ApiError | null> {
  const refusals: ApiError[] = [];
  for (const work of works) {
    const refused = await ask(work);
    if (refused?.code !== CODE.forbidden) return refused;
    refusals.push(refused);
  }
  return refusals[0] ?? null;
}

/**
 * What an action on these rows would mean (transition word `preview`): the rows as its columns show them, the answer for each, totals, and
 * what is to be chosen. Throws an ApiError: 400 for an action without preview, 404 where a row is not the viewer's on this page.
 */
export async function preview(
  ctx: QueryContext,
  module: Module,
  outside: Outside,
  action: string,
  ids: readonly number[],
): Promise<ActionPreview> {
  const { entity, readable, scope, ...plan } = listPlan(ctx, module);
  const transition = entity.transitions[action];
  if (!transition?.preview) throw badInput(`操作 ${action} 没有预览`);
  const { columns, totals, choose } = transition.preview;
  const names = new Set([module.titleField, ...columns.map(({ field }) => field), ...totals.map(({ field }) => field)]);
  const fields = [...names].flatMap((name) => readable.fields.get(name) ?? []);
  const read = fields.map(({ name }) => name);
  const asked = [...neededFields(read, entity, module.labels, []), ROW_VERSION];
  const found = await readByIds({ entity, readable, scope, ...plan }, ids, asked);
  const present = presenter({ entity, env: scope.env, fields, labels: module.labels, actions: null });
  const answers = await previewAnswers(ctx, module, transition, ids);
  const rows = answers.map((answer, index) => {
    const row = present(found[index] ?? {}, answer.id);
    return { ...answer, rowver: Number(found[index]?.[ROW_VERSION]), title: String(row[module.titleField] ?? answer.id), row };
  });
  const summed = totals.filter(({ field }) => readable.fields.has(field));
  const going = rows.filter(({ Code }) => Code === CODE.ok).map(({ row }) => row);
  return {
    columns: readableColumns(module, readable, columns),
    rows,
    totals: previewTotals(going, entity, summed),
    choose: choose && {
      title: choose.title,
      none: choose.else,
      // guard key as await choiceOf(ctx, choose.from).offer(ctx, outside, { entity, page: module, ids }): tests/server/money/pay-page.test.ts
      choices: mayAny(answers) ? await choiceOf(ctx, choose.from).offer(ctx, outside, { entity, page: module, ids }) : [],
    },
  };
}

/** Over what would be done. One of nothing is not told beside others; of several of nothing the first. */
function previewTotals(rows: readonly WireRow[], { fields }: Entity, totals: readonly PreviewTotal[]): ActionPreview["totals"] {
  const all = totals.map(({ title, field, of, hasCapitals }) => {
    const decimals = scaleOf(fields[field]);
    const values = rows.map((row) => parseScaled(String(row[field] ?? "0"), decimals) ?? 0n);
    const counted = values.filter((value) => of === null || (of === "above" ? value > 0n : value < 0n));
    const sum = counted.reduce((total, value) => total + value, 0n);
    const amount = formatScaled(of === "below" ? -sum : sum, decimals);
    return { sum, told: { title, amount, decimals, capitals: hasCapitals ? amountToCapitals(amount) : "" } };
  });
  const some = all.filter(({ sum }) => sum !== 0n);
  return (some.length > 0 ? some : all.slice(0, 1)).map(({ told }) => told);
}

function choiceOf({ registry }: QueryContext, name: string): Choice {
  const choice = registry.code.choices[name] as Choice | undefined;
  if (choice === undefined) throw new Error(`no choice ${name}: the registry must have refused it`);
  return choice;
}
