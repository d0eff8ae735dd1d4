import { type HttpError, useCreate, useUpdate } from "@refinedev/core";
import { useRef } from "react";
import type { SaveResult } from "../../../shared/protocol/form.ts";
import { requestKey } from "../../api/post.ts";
import type { FormParams } from "../../api/send.ts";
import { SILENT } from "../../data/query-client.ts";
import type { SaveTarget } from "./state/save-form.ts";

/** {@link SaveResult} as refine's generic types accept it. */
export type SaveRecord = Pick<SaveResult, keyof SaveResult>;

/** Sends a form. Throws whatever the server refuses with; nothing is told here. */
export function useSave(mdl: string) {
  const { mutateAsync: create } = useCreate<SaveRecord, HttpError, FormParams>({ mutationOptions: { meta: SILENT } });
  const { mutateAsync: update } = useUpdate<SaveRecord, HttpError, FormParams>({ mutationOptions: { meta: SILENT } });
  const sent = useRef({ body: "", key: "" });

  /** The same values sent again carry the same key: after an answer that was lost they are not saved twice. */
  const keyOf = (target: SaveTarget | null, values: FormParams): string => {
    const body = JSON.stringify([target, values]);
    if (sent.current.body !== body) sent.current = { body, key: requestKey() };
    return sent.current.key;
  };

  const send = async (target: SaveTarget | null, values: FormParams, key: string): Promise<SaveRecord> => {
    const usual = {
      resource: mdl,
      meta: { headers: { "Idempotency-Key": key } },
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
  return { keyOf, send };
}
