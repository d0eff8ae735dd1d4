import type { Dialect } from "./dialect.ts";
import type { Channel } from "./gateway.ts";
import { KING_DEE_PAY } from "./king-dee-pay.ts";
import { ZS_PAY } from "./zs-pay.ts";

/** Every channel's dialect. A channel without one does not compile. */
export const DIALECTS: Readonly<Record<Channel, Dialect>> = { ZSPay: ZS_PAY, KingDeePay: KING_DEE_PAY };
