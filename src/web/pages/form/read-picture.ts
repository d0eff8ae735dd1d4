import type { FormFields } from "../../../shared/domain/form/form-cells.ts";
import type { ImageContent } from "../../../shared/protocol/form.ts";
import type { WireRow, WireValue } from "../../../shared/protocol/list.ts";
import { ENDPOINTS } from "../../api/endpoints.ts";
import { post } from "../../api/post.ts";
import { isBlank } from "./state/form-draft.ts";

/** Asks what can be read on an uploaded picture. */
export function readPicture(url: string): Promise<ImageContent> {
  return post<ImageContent>(ENDPOINTS.readPicture, { image: url });
}

/** Images fields on whose pictures something is read. */
export function readFields(fields: FormFields): string[] {
  return [...new Set(Object.values(fields).flatMap(({ readFrom }) => (readFrom === null ? [] : [readFrom.via])))];
}

/** The picture that was just added, where one was. */
export function addedPicture(before: WireValue | undefined, after: WireValue | undefined): string | null {
  const known = new Set(urlsOf(before));
  return urlsOf(after).find((url) => !known.has(url)) ?? null;
}

/** What a reading gives to the fields of a form; of a row that is there already only to those that are empty. */
export function fillOf(fields: FormFields, via: string, { parts }: ImageContent, values: WireRow, isNew: boolean): WireRow {
  const read = Object.values(fields).flatMap(({ name, readFrom }): [string, WireValue][] => {
    const part = readFrom?.via === via ? parts[readFrom.part] : null;
    return part === null || (!isNew && !isBlank(values[name])) ? [] : [[name, part]];
  });
  return Object.fromEntries(read);
}

function urlsOf(value: WireValue | undefined): string[] {
  return isBlank(value) ? [] : String(value).split(",");
}
