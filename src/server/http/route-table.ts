import { getGrants, grant } from "../features/accounts/grant-calls.ts";
import { adviceRoutes } from "../features/advice/advice-calls.ts";
import { getAdviceForm, getAdviceLink, saveSuggestion } from "../features/advice/suggestion-calls.ts";
import { deleteAttach, uploadAttach, uploadAttachCheck } from "../features/attachments/attachment-calls.ts";
import { imageContentRoutes } from "../features/invoices/image-content.ts";
import { balancePayRoutes } from "../features/payments/balance-pay-calls.ts";
import { paymentRoutes } from "../features/payments/bank-calls.ts";
import { getRegisterForm, saveRegistration } from "../features/visitors/register-calls.ts";
import { uploadAsVisitor } from "../features/visitors/visitor-upload.ts";
import { getUserInfo, login, logout, updatePassword } from "./account.ts";
import { getStats } from "./board.ts";
import { deleteModuleRows, findPlace, getOptions, getSourceLines, saveModuleRow } from "./form.ts";
import { generateOptions, generateRows, generateStatus } from "./generate.ts";
import { getDHbanner, getHomePageData, getNoFinishBalance } from "./home.ts";
import { getManual } from "./manual.ts";
import { getRemindCount } from "./messages.ts";
import { getPage, getRow, runModuleAction } from "./module.ts";
import { printRoutes } from "./print.ts";
import { getModule, getModules, watch } from "./registry.ts";
import type { Route } from "./route.ts";
import { getCaptcha, signIn, userCheck } from "./sign-in.ts";
import { download, upload } from "./upload.ts";

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
