import { CATEGORIES } from "../names/goods.ts";
import { dayAt, put, type ShopWorld } from "../world.ts";

/** The shop's categories of goods. */
export async function makeCategories(world: ShopWorld): Promise<void> {
  const made = { level: 1, creator: "系统", createtime: `${dayAt(world, -400)} 09:00:00` };
  for (const { id, name } of CATEGORIES) await put(world, "Category", { CategoryId: id, CategoryName: name, ...made });
}
