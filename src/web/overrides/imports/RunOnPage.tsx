import type { ImportRunView } from "../../../shared/protocol/import.ts";
import { useCall } from "../../data/use-call.ts";
import { IMPORT_CALLS } from "../../pages/import/import-calls.ts";
import { RunResult } from "../../pages/import/RunResult.tsx";
import { useRun } from "../../pages/import/use-run.ts";
import { PageWait } from "../../pages/module/PageWait.tsx";

/** A run on the page of all runs. */
export default function RunOnPage({ mdl, id }: { mdl: string; id: string }) {
  const query = useCall<ImportRunView>(IMPORT_CALLS.status, { mdl, run: id }, { of: "fixed", cacheTime: 0, isSilent: true });
  const control = useRun(mdl, query.data ?? null);
  return control.run === null ? <PageWait query={query} /> : <RunResult control={control} />;
}
