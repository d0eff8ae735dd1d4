import { FailedPage } from "../failed/FailedPage.tsx";
import { PageSkeleton } from "./PageSkeleton.tsx";

interface PageWaitProps {
  readonly query: { readonly error: { readonly message: string } | null; readonly refetch: () => unknown };
  /** Left out: the query itself is sent again. */
  readonly onRetry?: (() => void) | undefined;
}

/** In the place of a page whose data is on its way, or did not come. */
export function PageWait({ query: { error, refetch }, onRetry = () => void refetch() }: PageWaitProps) {
  return error === null ? <PageSkeleton /> : <FailedPage error={error} onRetry={onRetry} />;
}
