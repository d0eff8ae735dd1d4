import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import type { Module } from "../../../shared/registry/model.ts";

/** A page, and how its viewer sees it. */
export interface OwnPage {
  readonly module: Module;
  readonly screen: ScreenModel;
}
