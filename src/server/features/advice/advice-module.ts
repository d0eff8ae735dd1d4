/** The page behind the calls of group Advice. */
export const ADVICE_MODULE = 9901;
