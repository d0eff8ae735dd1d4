import { profileOf } from "../../server/base/viewer.ts";
import { dayAt, put, type ShopWorld, streamIn } from "../world.ts";
import { PAY_WAY } from "./pay-records.ts";

const CHANNELS = [
  { name: "ZSPay", channelName: "招商银企支付", maxMoney: 500_000_000n, feeRate: 600n },
  { name: "KingDeePay", channelName: "金蝶银企支付", maxMoney: null, feeRate: 800n },
] as const;

/** Both payment channels; only those that the shop's profile offers are in use. */
export async function makePayConfigs(world: ShopWorld): Promise<void> {
  const { payChannels } = profileOf(world.registry, world.plan.id).flags;
  for (const [n, { name, ...channel }] of CHANNELS.entries()) {
    const random = streamIn(world, "PayConfig", n);
    await put(world, "PayConfig", {
      ...channel,
      PayWay: PAY_WAY[name],
      merchantNo: `DEMO${random.digits(10)}`,
      keyMask: `****${random.digits(4)}`,
      minMoney: 100n,
      sortno: n + 1,
      statu: Array.isArray(payChannels) && payChannels.includes(name) ? 1 : 0,
      creator: "系统",
      createtime: `${dayAt(world, -380)} 09:00:00`,
    });
  }
}
