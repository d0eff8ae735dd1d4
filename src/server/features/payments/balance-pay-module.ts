/** The page behind the calls of group BalancePay. */
export const BALANCE_PAY_MODULE = 503;
