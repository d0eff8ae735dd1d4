/** Root of the API client; the token client alone lives outside it (specification section 7). */
export const API_ROOT = "/api";

/** Every address the web app calls. */
export const ENDPOINTS = {
  token: "/connect/token",
  userInfo: `${API_ROOT}/login/GetUserInfo`,
  logout: `${API_ROOT}/login/logout`,
  changePassword: `${API_ROOT}/Usr/UpdateUsrPass`,
  remindCount: `${API_ROOT}/Comm/GetRemindCount`,
  menu: `${API_ROOT}/Registry/GetModules`,
  screen: `${API_ROOT}/Registry/GetModule`,
  watch: `${API_ROOT}/Registry/Watch`,
  printDoc: `${API_ROOT}/Print/GetPrintDoc`,
  upload: "/API/UpLoadFile/Upload",
  download: `${API_ROOT}/UpLoadFile/Download`,
  findPlace: `${API_ROOT}/Comm/FindPlace`,
} as const;

/** What every module answers to. */
export type ModuleCall = "GetPage" | "Get" | "Save" | "Delete" | "Action" | "Options" | "SourceLines" | "GetStats" | "GetGrants" | "Grant";

/** Address of one module's call; `mdl` is the module id as text. */
export const moduleUrl = (mdl: string, call: ModuleCall): string => `${API_ROOT}/Module/${encodeURIComponent(mdl)}/${call}`;
