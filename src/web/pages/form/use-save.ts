import { type HttpError, useCreate, useUpdate } from "@refinedev/core";
import { useRef } from "react";
import type { SaveResult } from "../../../shared/protocol/form.ts";
import { requestKey } from "../../api/request-key.ts";
import type { FormParams } from "../../api/send.ts";
import { SILENT } from "../../data/query-client.ts";

/** {@link SaveResult} as refine's generic types accept it. */
type SaveRecord = Pick<SaveResult, keyof SaveResult>;

/** What is saved: a new row, or a row of which this version was read. */
export interface SaveTarget {
  readonly id: string;
  readonly rowver: number;
}

/**
 * Sends a form. The same values sent again carry the same key: after an answer that was lost they are not saved twice.
 * Throws whatever the server refuses with; nothing is told here.
 */
export function useSave(mdl: string) {
  const { mutateAsync: create, isLoading: isCreating } = useCreate<SaveRecord, HttpError, FormParams>({
    mutationOptions: { meta: SILENT },
  });
  const { mutateAsync: update, isLoading: isUpdating } = useUpdate<SaveRecord, HttpError, FormParams>({
    mutationOptions: { meta: SILENT },
  });
  const sent = useRef({ body: "", key: "" });

  const save = async (target: SaveTarget | null, values: FormParams): Promise<SaveRecord> => {
    const body = JSON.stringify([target, values]);
    if (sent.current.body !== body) sent.current = { body, key: requestKey() };
    const usual = {
      resource: mdl,
      meta: { headers: { "Idempotency-Key": sent.current.key } },
      // The query client outdates everything after each saving.
      invalidates: [],
      successNotification: false as const,
      errorNotification: false as const,
    };
    const { data } = await (target === null
      ? create({ ...usual, values })
      : update({ ...usual, id: target.id, values: { ...values, rowver: target.rowver }, mutationMode: "pessimistic" }));
    sent.current = { body: "", key: "" };
    return data;
  };
  return { save, isSaving: isCreating || isUpdating };
}
