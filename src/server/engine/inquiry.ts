import type { Row } from "../../shared/domain/cell.ts";
import type { PreviewChoice } from "../../shared/protocol/preview.ts";
import type { Module } from "../../shared/registry/model.ts";
import type { FileStorage } from "../base/storage/storage.ts";
import type { QueryContext } from "../query/context.ts";
import type { EntityOf } from "./store/typed-rows.ts";

/** What lies outside of the database. Features add their own (`declare module`), and say in their manifest's file what it is. */
export interface Outside {
  readonly storage: FileStorage;
}

/** Asks somebody else before a transition; a feature brings it under the name that transitions use (`asks`). */
export interface Inquiry {
  /**
   * Asks about a row outside of any transaction: reading the row again and finding it unchanged is the transition's affair.
   * Answers what the transition's effects work with; throws an ApiError where nothing can be found out.
   */
  ask(ctx: QueryContext, outside: Outside, row: Row): Promise<Row>;
}

/** What is chosen in a preview before it is confirmed; a feature brings it under the name that previews use (`choose`). */
export interface Choice<Name extends string = string> {
  /** What there is to choose for these rows of a page, each with what keeps them from it. Code 404 where one is not the viewer's. */
  offer(ctx: QueryContext, outside: Outside, of: ChoiceRows<Name>): Promise<readonly PreviewChoice[]>;
}

interface ChoiceRows<Name extends string> {
  readonly entity: EntityOf<Name>;
  readonly page: Module;
  readonly ids: readonly number[];
}
