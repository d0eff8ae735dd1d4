/** The statements that a portal is measured with (scripts/bench-stage.ts), and who works on them. */
import type pg from "pg";
import type { BenchPortal } from "./bench-portal.ts";

/** Their page. */
export const PAGE = 510;
/** The shop whose statements are looked at one by one. */
export const SHOP = "0000000054";
/** Of each shop: what waits to be confirmed, and what is. */
const [WAITING, CONFIRMED] = [12_000, 500];

/** Somebody who may confirm. */
export interface Clerk {
  readonly user: string;
  readonly shop: string;
  readonly token: string;
}

/** Who may confirm statements of a shop, as far as he is let in: first one of each shop, then another one of each. */
export async function clerksOf(portal: BenchPortal, client: pg.Client): Promise<Clerk[]> {
  const { rows } = await client.query<{ user: string; shop: string }>(
    `select "USER_ID" as user, "SHOP_ID" as shop from "user" where "UserKind" = 'retail' and isconfirm and statu = 1
     order by row_number() over (partition by "SHOP_ID" order by "USER_ID"), "SHOP_ID"`,
  );
  const clerks: Clerk[] = [];
  for (const { user, shop } of rows) {
    const token = await portal.signIn(user).catch(() => null);
    if (token !== null) clerks.push({ user, shop, token });
  }
  if (clerks.length === 0) throw new Error("nobody of the demo is let in");
  return clerks;
}

/** Lets statements of every shop wait for their confirmation: rows of a load are drawn, and add up to nothing. What has been confirmed stays so. */
export async function makeConfirmable(client: pg.Client): Promise<void> {
  await client.query(
    `update balance b set "B2b_statu" = case when n <= $1 then 20 else 50 end, "Statu" = 10, "Isstop" = false, isconfirm = false,
       confirmshop = false, confirmprov = true, confirmcount = 1, "GoodsMoney" = 1000000, "ReturnMoney" = 0, "AdjustMoney" = 0, "Bala_fee" = 0,
       "FeeApart" = 0, "CarryMoney" = 0, "TotalMoney" = 1000000, "Bala_sum" = 1000000, "Sum_invoice" = 0, "passedgap" = null
     from (select "SHOP_ID", "Id", row_number() over (partition by "SHOP_ID" order by "Id") as n from balance
       where "Billid" like 'JS%L%' and "PayBillid" is null) f
     where b."SHOP_ID" = f."SHOP_ID" and b."Id" = f."Id" and n <= $1::int + $2::int`,
    [WAITING, CONFIRMED],
  );
  await client.query("vacuum analyze balance");
}

/** Statements of a shop in a state, the first of them. Throws where there are fewer. */
export async function statementsOf(client: pg.Client, shop: string, state: 20 | 50, count: number): Promise<number[]> {
  const { rows } = await client.query<{ Id: string }>(
    `select "Id" from balance where "SHOP_ID" = $1 and "B2b_statu" = $2 and "Billid" like 'JS%L%' and "PayBillid" is null order by "Id" limit $3`,
    [shop, state, count],
  );
  if (rows.length < count)
    throw new Error(`shop ${shop} has ${rows.length} statements in state ${state}, not ${count}: BENCH_ROWS is too small`);
  return rows.map(({ Id }) => Number(Id));
}
