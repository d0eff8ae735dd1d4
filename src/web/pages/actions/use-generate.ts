import { useInvalidate } from "@refinedev/core";
import { App } from "antd";
import { useEffect, useState } from "react";
import type { JobProgress } from "../../../shared/protocol/job.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { post } from "../../api/post.ts";
import { createErrorReporter } from "../../providers/notification-provider.ts";

const EVERY_MS = 800;

/** What a period's rows are made for. */
export interface GenerateWish {
  readonly startdate: string;
  readonly enddate: string;
  /** Empty: every supplier. */
  readonly provid: string;
}

/** Starts the making of rows for a period, and follows it until it is done. */
export function useGenerate(mdl: string) {
  const { message } = App.useApp();
  const invalidate = useInvalidate();
  const [progress, setProgress] = useState<JobProgress | null>(null);
  const [isStarting, setStarting] = useState(false);

  const start = async ({ startdate, enddate, provid }: GenerateWish): Promise<void> => {
    setStarting(true);
    try {
      setProgress(await post<JobProgress>(moduleUrl(mdl, "Generate"), { startdate, enddate, ...(provid !== "" && { provid }) }));
    } catch (error) {
      createErrorReporter(message)(error);
    } finally {
      setStarting(false);
    }
  };

  const isDone = progress?.isDone === true;
  const job = progress?.job;
  useEffect(() => {
    if (job === undefined) return;
    if (isDone) {
      void invalidate({ resource: mdl, invalidates: ["resourceAll"] });
      return;
    }
    const ask = () => post<JobProgress>(moduleUrl(mdl, "GenerateStatus"), { job }).then(setProgress, createErrorReporter(message));
    const timer = setInterval(() => void ask(), EVERY_MS);
    return () => clearInterval(timer);
  }, [job, isDone, mdl, invalidate, message]);

  return { start, progress, isStarting };
}
