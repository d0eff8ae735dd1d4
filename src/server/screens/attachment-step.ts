import type { Entity, Transition } from "../../shared/registry/model.ts";

/** What writes the pictures of a row: the effect is what makes a transition one of these, whatever the entity calls it. */
const EFFECTS = { attach: "attach-file", detach: "detach-file" } as const;

export type AttachmentStep = keyof typeof EFFECTS;

const STEPS = Object.keys(EFFECTS) as AttachmentStep[];

/** Whether the transition puts a picture to a row or takes it away; null: neither. Such a one has calls of its own, for it is run once a picture. */
export function attachmentStep({ effects }: Transition): AttachmentStep | null {
  return STEPS.find((step) => effects.some((effect) => effect.kind === "named" && effect.named === EFFECTS[step])) ?? null;
}

/** The entity's transition of that kind, if its rows take pictures at all. */
export function attachmentTransition({ transitions }: Entity, step: AttachmentStep): Transition | undefined {
  return Object.values(transitions).find((transition) => attachmentStep(transition) === step);
}
