import type { ListButtonsProps } from "../../pages/module/override-pages.ts";
import { PayListButtons } from "./PayListButtons.tsx";

/** What can be done with the merged payments that are ticked. */
export default function MergedListButtons(props: ListButtonsProps) {
  return <PayListButtons {...props} isMerged onMerged={() => undefined} />;
}
