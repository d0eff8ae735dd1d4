import type { WireRow } from "../../../../shared/protocol/list.ts";
import { moduleUrl } from "../../../api/endpoints.ts";
import { post } from "../../../api/post.ts";

/** The lines a form is proposed once its head points to another document. */
export function fetchSourceLines(mdl: string, entity: string, value: string): Promise<WireRow[]> {
  return post<WireRow[]>(moduleUrl(mdl, "SourceLines"), { entity, value });
}
