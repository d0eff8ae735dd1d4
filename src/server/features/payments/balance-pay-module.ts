/** The page behind the calls of group BalancePay (specification section 7). */
export const BALANCE_PAY_MODULE = 503;
