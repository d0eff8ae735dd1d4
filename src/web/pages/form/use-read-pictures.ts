import { App } from "antd";
import { useEffect, useRef } from "react";
import { ApiError, CODE } from "../../../shared/protocol/envelope.ts";
import { createErrorReporter } from "../../providers/notification-provider.ts";
import { addedPicture, fillOf, readFields, readPicture } from "./read-picture.ts";
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
