import type { IResourceItem } from "@refinedev/core";

const PORTAL_TITLE = "供应链管理系统";

/** Title of the browser tab. */
export function documentTitle({ resource }: { resource?: IResourceItem }): string {
  const label = resource?.meta?.label;
  return label === undefined ? PORTAL_TITLE : `${label} - ${PORTAL_TITLE}`;
}
