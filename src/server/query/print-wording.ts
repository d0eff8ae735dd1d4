import type { Row } from "../../shared/domain/cell.ts";
import { fieldsOfPredicate, holds } from "../../shared/domain/predicate.ts";
import type { Predicate } from "../../shared/registry/language.ts";
import type { PrintTemplate } from "../../shared/registry/model.ts";
import { computeRow } from "./computed-row.ts";
import type { PrintRules } from "./print-value.ts";

/** What a document is called and what is stamped across it, by its row. */
export interface Wording {
  readonly title: string;
  readonly stamp: string | null;
}

/** A page that calls the document something of its own means every row of it; else the first title whose condition holds. */
export function wordingOf({ title, titles, stamp }: PrintTemplate, pageTitle: string, row: Row, rules: PrintRules): Wording {
  const isTrue = (when: Predicate) => holds(when, rules.entity.fields, computeRow(row, fieldsOfPredicate(when), rules), rules.env);
  const byRow = titles.find(({ when }) => isTrue(when))?.title ?? title;
  return { title: pageTitle === title ? byRow : pageTitle, stamp: stamp !== null && isTrue(stamp.when) ? stamp.text : null };
}
