import type { ResourceProps } from "@refinedev/core";
import type { MenuResult } from "../../shared/protocol/screen.ts";
import { pagesOf } from "../shell/menu.ts";

/** refine's resources: one for each granted page, named by its module id. */
export function resourcesOf(menu: MenuResult | undefined): ResourceProps[] {
  if (menu === undefined) return [];
  return pagesOf(menu).map(({ MdlId, path, title }) => ({
    name: String(MdlId),
    list: path,
    show: `${path}/show/:id`,
    create: `${path}/create`,
    edit: `${path}/:id/edit`,
    meta: { label: title },
  }));
}
