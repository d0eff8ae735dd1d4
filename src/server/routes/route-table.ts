import { getUserInfo, login, logout, updatePassword } from "./account.ts";
import { adviceRoutes } from "./advice.ts";
import { deleteAttach, uploadAttach, uploadAttachCheck } from "./attachments.ts";
import { balancePayRoutes } from "./balance-pay.ts";
import { getStats } from "./board.ts";
import { deleteModuleRows, findPlace, getOptions, getSourceLines, saveModuleRow } from "./form.ts";
import { generateOptions, generateRows, generateStatus } from "./generate.ts";
import { getGrants, grant } from "./grants.ts";
import { getDHbanner, getHomePageData, getNoFinishBalance } from "./home.ts";
import { imageContentRoutes } from "./image-content.ts";
import { getManual } from "./manual.ts";
import { getRemindCount } from "./messages.ts";
import { getPage, getRow, runModuleAction } from "./module.ts";
import { paymentRoutes } from "./payments.ts";
import { printRoutes } from "./print.ts";
import { getRegisterForm, saveRegistration } from "./register.ts";
import { getModule, getModules, watch } from "./registry.ts";
import type { Route } from "./route.ts";
import { getCaptcha, signIn, userCheck } from "./sign-in.ts";
import { getAdviceForm, getAdviceLink, saveSuggestion } from "./suggestion.ts";
import { download, upload } from "./upload.ts";
import { uploadAsVisitor } from "./visitor-upload.ts";

/** Outside /api (DOMAIN decision A6). */
export const TOKEN_ROUTE = signIn;

/** Every address below /api. A route that is not here does not exist. */
export const API_ROUTES: readonly Route[] = [
  userCheck,
  getCaptcha,
  getUserInfo,
  login,
  logout,
  getHomePageData,
  getNoFinishBalance,
  getDHbanner,
  updatePassword,
  getRemindCount,
  ...adviceRoutes,
  ...balancePayRoutes,
  ...paymentRoutes,
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
  ...imageContentRoutes,
  generateRows,
  generateOptions,
  generateStatus,
  uploadAttachCheck,
  uploadAttach,
  deleteAttach,
  ...printRoutes,
  upload,
  download,
  getManual,
  getRegisterForm,
  saveRegistration,
  getAdviceForm,
  saveSuggestion,
  getAdviceLink,
  uploadAsVisitor,
];
