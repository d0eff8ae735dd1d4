import type { Row } from "../../../shared/domain/cell.ts";
import type { Party } from "../../../shared/registry/model.ts";
import type { EffectContext } from "../../engine/effects/effect.ts";
import { entityOf } from "../../engine/values/names.ts";

/** The addresses of a row's pictures, the oldest first. */
export function urlsOf({ attachurl = null }: Row): string[] {
  return attachurl === null ? [] : String(attachurl).split(",").filter(Boolean);
}

/**
 * Which side a picture of a row came from. The row says it of an only one; of several their files do: a supplier's has its code.
 */
export async function sideOfPicture({ store, work }: Pick<EffectContext, "store" | "work">, row: Row, url: string): Promise<Party> {
  if (urlsOf(row).length === 1) return row.attachside === "supplier" ? "supplier" : "shop";
  const [file] = await store.find(entityOf(work.registry, "Attachment"), { url });
  return (file?.provid ?? null) === null ? "shop" : "supplier";
}
