import { App } from "antd";
import { useEffect, useRef } from "react";
import type { FormFields } from "../../../shared/domain/form/form-cells.ts";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import type { ImageContent } from "../../../shared/protocol/form.ts";
import type { WireRow, WireValue } from "../../../shared/protocol/list.ts";
import { ENDPOINTS } from "../../api/endpoints.ts";
import { post } from "../../api/post.ts";
import { createErrorReporter } from "../../providers/notification-provider.ts";
import { isBlank } from "./state/form-draft.ts";
import type { FormPage } from "./use-form-page.ts";

const KEY = "read-picture";
const SECONDS = 5;

/** When a picture is uploaded from which fields can be read, they are proposed; what the user wrote himself stays. */
export function useReadPictures({ spec, state, target, dispatch }: FormPage): void {
  const { message } = App.useApp();
  const { start, now } = state;
  const { values } = now.head;
  const seen = useRef({ start, values });
  const current = useRef(values);
  current.current = values;

  const read = async (via: string, url: string): Promise<void> => {
    void message.loading({ key: KEY, content: "正在识别图片…", duration: 0 });
    try {
      const content = await readPicture(url);
      const latest = current.current;
      const fill = fillOf(spec.fields, via, content, latest, target === null);
      dispatch({ type: "write", writing: { field: via, value: latest[via] ?? null, fill } });
      void message.success({ key: KEY, content: `已识别发票 ${content.Number}，请核对带出的内容`, duration: SECONDS });
    } catch (error) {
      message.destroy(KEY);
      // That a picture says nothing is no failure: the form is filled in by hand.
      if (error instanceof ApiError && error.code === CODE.rule) void message.info({ key: KEY, content: error.message, duration: SECONDS });
      else createErrorReporter(message)(error);
    }
  };

  useEffect(() => {
    const before = seen.current;
    seen.current = { start, values };
    // A form begun anew brings its own pictures.
    if (before.start !== start) return;
    for (const via of readFields(spec.fields)) {
      const url = addedPicture(before.values[via], values[via]);
      if (url !== null) void read(via, url);
    }
  });
}

/** Asks what can be read on an uploaded picture. */
function readPicture(url: string): Promise<ImageContent> {
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
