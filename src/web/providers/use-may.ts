import { useCan } from "@refinedev/core";
import type { ScreenModel } from "../../shared/protocol/screen.ts";
import { isHeld } from "./held-functions.ts";

/** Whether the user may do this on the page; known at once, so that nothing beside its button moves. */
export function useMay({ MdlId, functions }: Pick<ScreenModel, "MdlId" | "functions">, action: string): boolean {
  const { data } = useCan({
    resource: String(MdlId),
    action,
    params: { functions },
    queryOptions: { initialData: { can: isHeld(functions, action) } },
  });
  return data?.can === true;
}
