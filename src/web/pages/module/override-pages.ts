import { type ComponentType, createContext } from "react";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";

/** The hand-written pages by their key. They know the pages they are made of, not the other way round: the app brings both together. */
export type OverridePages = Readonly<Record<string, ComponentType<{ screen: ScreenModel }>>>;

export const OverridePagesContext = createContext<OverridePages>({});
