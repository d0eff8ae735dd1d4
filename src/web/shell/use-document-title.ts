import { useEffect } from "react";

const PORTAL_TITLE = "供应链管理系统";

/** Titles the browser's tab by the page in view. */
export function useDocumentTitle(page: string | undefined): void {
  useEffect(() => {
    document.title = page === undefined ? PORTAL_TITLE : `${page} - ${PORTAL_TITLE}`;
  }, [page]);
  // The pages outside of the frame bear the portal's name alone.
  useEffect(
    () => () => {
      document.title = PORTAL_TITLE;
    },
    [],
  );
}
