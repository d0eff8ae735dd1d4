/** The page behind the calls of group Advice (specification section 7). */
export const ADVICE_MODULE = 9901;
