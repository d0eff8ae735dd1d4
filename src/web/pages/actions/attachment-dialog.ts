import type { ScreenAction } from "../../../shared/protocol/screen.ts";
import { moduleUrl } from "../../api/endpoints.ts";

/** The calls of any other module. */
export function attachmentCalls(mdl: string) {
  return {
    mayAttach: moduleUrl(mdl, "UploadAttachCheck"),
    attach: moduleUrl(mdl, "UploadAttach"),
    detach: moduleUrl(mdl, "DeleteAttach"),
  };
}

/** Where the dialogs send what they were told: the payment page has calls of its own. */
export type AttachmentCalls = Readonly<ReturnType<typeof attachmentCalls>>;

/** What the dialogs about one document's pictures get. */
export interface AttachmentDialogProps {
  /** What the document is, e.g. 结算单, and its number. */
  readonly kind: string;
  readonly number: string;
  readonly id: string;
  /** The pictures it has, with commas between. */
  readonly attachurl: string;
  readonly calls: AttachmentCalls;
  readonly onClose: () => void;
}

/** An action with a dialog and calls of its own: it puts pictures to one row, or takes them away. */
export function isAboutPictures<T extends Pick<ScreenAction, "kind">>(action: T): action is T & { readonly kind: "attach" | "detach" } {
  return action.kind === "attach" || action.kind === "detach";
}
