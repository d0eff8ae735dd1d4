/** Where an administrator gives functions of somebody who is away already. */
export const ALL_PAGE = 9007;
