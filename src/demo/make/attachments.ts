import { demoFiles } from "../demo-files.ts";
import { dayAt, put, type ShopWorld } from "../world.ts";

/** The rows behind the demo's files: each shop has its own, all of them lead to the same bytes. */
export async function makeAttachments(world: ShopWorld): Promise<void> {
  const createtime = `${dayAt(world, -400)} 09:00:00`;
  for (const { url, name, mime, bytes } of demoFiles()) {
    await put(world, "Attachment", { url, name, mime, size: bytes.length, creator: "系统", createtime });
  }
}
