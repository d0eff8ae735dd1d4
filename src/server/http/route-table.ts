import { endSession, getSessions, getUserInfo, login, logout, updatePassword } from "./account.ts";
import { ok } from "./envelope.ts";
import { cancelExport, exportFile, exportStatus, startExport } from "./export-calls.ts";
import { exportRows } from "./export-rows.ts";
import type { Feature, Reminder } from "./feature.ts";
import { deleteModuleRows, findPlace, getOptions, getSourceLines, saveModuleRow } from "./form.ts";
import { generateOptions, generateRows, generateStatus } from "./generate.ts";
import { getDHbanner, getHomePageData, getNoFinishBalance, getRemindCount } from "./home.ts";
import { getManual } from "./manual.ts";
import { getGroups, getPage, getRow, getStats, previewAction, runModuleAction, tryModuleAction } from "./module.ts";
import { deleteListView, getShortcuts, getViews, saveFavourites, saveLayout, saveListView, setDefaultView } from "./own-lists.ts";
import { printRoutes } from "./print.ts";
import { reading } from "./read-call.ts";
import { getModule, getModules, watch } from "./registry.ts";
import type { Route, SessionRoute } from "./route.ts";
import { findBill } from "./search.ts";
import { beginSecondFactor, confirmSecondFactor, getSecondFactor, removeSecondFactor, renewRecoveryCodes } from "./second-factor.ts";
import { beginEnterprise, getSignInWays, signIn, userCheck } from "./sign-in.ts";
import { startRoute } from "./start-data.ts";
import { download, upload } from "./upload.ts";

/** Outside /api (docs/decisions/11). */
export const TOKEN_ROUTE = signIn;

/** The addresses below /api that every portal has. */
const API_ROUTES: readonly Route[] = [
  userCheck,
  getSignInWays,
  beginEnterprise,
  getUserInfo,
  login,
  logout,
  getHomePageData,
  getNoFinishBalance,
  getDHbanner,
  updatePassword,
  getSessions,
  endSession,
  getSecondFactor,
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  removeSecondFactor,
  getRemindCount,
  getModules,
  getModule,
  watch,
  getPage,
  getGroups,
  getStats,
  exportRows,
  startExport,
  exportStatus,
  cancelExport,
  exportFile,
  saveLayout,
  getViews,
  saveListView,
  deleteListView,
  setDefaultView,
  getShortcuts,
  saveFavourites,
  getRow,
  previewAction,
  tryModuleAction,
  runModuleAction,
  saveModuleRow,
  deleteModuleRows,
  getOptions,
  getSourceLines,
  findPlace,
  findBill,
  generateRows,
  generateOptions,
  generateStatus,
  ...printRoutes,
  upload,
  download,
  getManual,
];

/** Every address below /api: those of every portal, and those of the features in use. A route that is not here does not exist. */
export function apiRoutes(features: readonly Feature[]): Route[] {
  const reminders = features.flatMap((feature) => Object.entries(feature.reminders ?? {}).map(reminderRoute));
  return [...API_ROUTES, startRoute(features), ...reminders, ...features.flatMap(({ calls = [] }) => calls)];
}

function reminderRoute([path, { count }]: readonly [string, Reminder]): SessionRoute {
  return { path, access: "session", isQuiet: true, handle: async (call) => ok(await reading(call, count)) };
}
