import { type ComponentType, createContext } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import type { ListState } from "./use-list.ts";
import type { Selection } from "./use-selection.ts";

/** What buttons over a list get. */
export interface ListButtonsProps {
  readonly screen: ScreenModel;
  readonly selection: Selection;
  readonly list: ListState;
}

/** What buttons on the page of one document get. */
export interface DocumentButtonsProps {
  readonly screen: ScreenModel;
  readonly id: string;
  /** The document, as the module's own call tells it. */
  readonly rows: readonly WireRow[];
}

/** The hand-written parts of a page; what is left out is drawn as of any module. */
export interface OverrideParts {
  readonly Page?: ComponentType<{ screen: ScreenModel }>;
  /** Beside the title of the list. */
  readonly Aside?: ComponentType<{ screen: ScreenModel }>;
  /** In the place of the buttons of the module's actions: over the list, and on the page of one document. */
  readonly ListButtons?: ComponentType<ListButtonsProps>;
  readonly DocumentButtons?: ComponentType<DocumentButtonsProps>;
}

/** The hand-written parts by their key. They know the pages they are made of, not the other way round: the app brings both together. */
export type OverridePages = Readonly<Record<string, OverrideParts>>;

export const OverridePagesContext = createContext<OverridePages>({});
