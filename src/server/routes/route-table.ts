import { getHomePageData, getUserInfo, login, logout, updatePassword } from "./account.ts";
import { getStats } from "./board.ts";
import { deleteModuleRows, findPlace, getOptions, getSourceLines, saveModuleRow } from "./form.ts";
import { getGrants, grant } from "./grants.ts";
import { getRemindCount, getUnreadAdvice } from "./messages.ts";
import { getPage, getRow, runModuleAction } from "./module.ts";
import { printRoutes } from "./print.ts";
import { getModule, getModules, watch } from "./registry.ts";
import type { Route } from "./route.ts";
import { signIn, userCheck } from "./sign-in.ts";
import { download, upload } from "./upload.ts";

/** Outside /api (DOMAIN decision A6). */
export const TOKEN_ROUTE = signIn;

/** Every address below /api. A route that is not here does not exist. */
export const API_ROUTES: readonly Route[] = [
  userCheck,
  getUserInfo,
  login,
  logout,
  getHomePageData,
  updatePassword,
  getRemindCount,
  getUnreadAdvice,
  getModules,
  getModule,
  watch,
  getPage,
  getStats,
  getGrants,
  grant,
  getRow,
  runModuleAction,
  saveModuleRow,
  deleteModuleRows,
  getOptions,
  getSourceLines,
  findPlace,
  ...printRoutes,
  upload,
  download,
];
