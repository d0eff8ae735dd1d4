import { type ComponentType, createContext } from "react";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";

/**
 * A hand-written page, the buttons it puts on the page of one document in the place of those of the module's actions, and the pages
 * of documents of further kinds it has, by the name that stands in their address.
 */
export interface OverrideParts {
  readonly Page: ComponentType<{ screen: ScreenModel }>;
  readonly DocumentButtons?: ComponentType<{ screen: ScreenModel; id: string }>;
  readonly furtherDocuments?: Readonly<Record<string, ComponentType<{ screen: ScreenModel; id: string }>>>;
}

/** The hand-written pages by their key. They know the pages they are made of, not the other way round: the app brings both together. */
export type OverridePages = Readonly<Record<string, OverrideParts>>;

export const OverridePagesContext = createContext<OverridePages>({});
