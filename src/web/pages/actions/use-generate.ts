import { useEffect, useState } from "react";
import type { JobProgress } from "../../../shared/protocol/job.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { useCall, useDeed, useOutdate } from "../../data/use-call.ts";

const EVERY_MS = 800;

/** What a period's rows are made for. */
interface GenerateWish {
  readonly startdate: string;
  readonly enddate: string;
  /** Empty: every supplier. */
  readonly provid: string;
}

/** Starts the making of rows for a period, and follows it until it is done. */
export function useGenerate(mdl: string) {
  const outdate = useOutdate();
  const { run, isRunning } = useDeed();
  const [started, setStarted] = useState<JobProgress | null>(null);
  const isUnderWay = started !== null && !started.isDone;
  const { data: now } = useCall<JobProgress>(
    moduleUrl(mdl, "GenerateStatus"),
    { job: started?.job },
    {
      of: "fixed",
      enabled: isUnderWay,
      cacheTime: 0,
      refetchInterval: (progress) => (progress?.isDone === true ? false : EVERY_MS),
    },
  );
  const progress = now ?? started;
  const isDone = progress?.isDone === true;
  useEffect(() => {
    if (isDone) outdate();
  }, [isDone, outdate]);

  const start = ({ startdate, enddate, provid }: GenerateWish): void => {
    const params = { startdate, enddate, ...(provid !== "" && { provid }) };
    run<JobProgress>({ url: moduleUrl(mdl, "Generate"), params }).then(setStarted, () => undefined);
  };
  return { start, progress, isStarting: isRunning };
}
