import type { Profile, Registry } from "../../../shared/registry/model.ts";
import type { ManualSide } from "../build/side-viewer.ts";

/** Whom the general chapters are written for. */
export interface WritingFor {
  readonly registry: Registry;
  readonly profile: Profile;
  readonly side: ManualSide;
}
