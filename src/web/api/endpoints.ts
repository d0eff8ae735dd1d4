/** Root of the API client; the token client alone lives outside it. */
export const API_ROOT = "/api";

/** Every address the web app calls. */
export const ENDPOINTS = {
  token: "/connect/token",
  userCheck: `${API_ROOT}/Comm/UserCheck`,
  signInWays: `${API_ROOT}/login/GetSignInWays`,
  beginEnterprise: `${API_ROOT}/login/BeginEnterprise`,
  userInfo: `${API_ROOT}/login/GetUserInfo`,
  start: `${API_ROOT}/login/GetStartData`,
  login: `${API_ROOT}/login/login`,
  logout: `${API_ROOT}/login/logout`,
  changePassword: `${API_ROOT}/Usr/UpdateUsrPass`,
  sessions: `${API_ROOT}/Usr/GetSessions`,
  endSession: `${API_ROOT}/Usr/EndSession`,
  secondFactor: `${API_ROOT}/Usr/GetSecondFactor`,
  beginSecondFactor: `${API_ROOT}/Usr/BeginSecondFactor`,
  confirmSecondFactor: `${API_ROOT}/Usr/ConfirmSecondFactor`,
  renewRecoveryCodes: `${API_ROOT}/Usr/RenewRecoveryCodes`,
  removeSecondFactor: `${API_ROOT}/Usr/RemoveSecondFactor`,
  home: `${API_ROOT}/login/GetHomePageData`,
  remindCount: `${API_ROOT}/Comm/GetRemindCount`,
  menu: `${API_ROOT}/Registry/GetModules`,
  screen: `${API_ROOT}/Registry/GetModule`,
  watch: `${API_ROOT}/Registry/Watch`,
  printDoc: `${API_ROOT}/Print/GetPrintDoc`,
  printPdf: `${API_ROOT}/Print/GetPrintPdf`,
  printed: `${API_ROOT}/Print/SetPrinted`,
  upload: "/API/UpLoadFile/Upload",
  download: `${API_ROOT}/UpLoadFile/Download`,
  manual: `${API_ROOT}/Comm/GetManual`,
  readPicture: `${API_ROOT}/ImageContent/GetImageContent`,
  findPlace: `${API_ROOT}/Comm/FindPlace`,
  findBill: `${API_ROOT}/Comm/FindBill`,
  setupForm: `${API_ROOT}/Setup/GetForm`,
  saveSetup: `${API_ROOT}/Setup/Save`,
  registerForm: `${API_ROOT}/Register/GetForm`,
  register: `${API_ROOT}/Register/Save`,
  adviceForm: `${API_ROOT}/Comm/GetAdviceForm`,
  saveAdvice: `${API_ROOT}/Comm/Saveadvice`,
  adviceLink: `${API_ROOT}/Advice/GetAdviceLink`,
  shortcuts: `${API_ROOT}/Usr/GetShortcuts`,
  saveFavourites: `${API_ROOT}/Usr/SaveFavourites`,
  addStay: `${API_ROOT}/Usage/AddStay`,
  importUpload: `${API_ROOT}/Import/Upload`,
  visitorUpload: `${API_ROOT}/UpLoadFile/UploadAsVisitor`,
} as const;

/** Address of a call that counts what waits, as the menu names it. */
export const reminderUrl = (call: string): string => API_ROOT + call;

/** What every module answers to. */
export type ModuleCall =
  | "GetPage"
  | "GetGroups"
  | "ExportRows"
  | "Export"
  | "ExportStatus"
  | "ExportCancel"
  | "ExportFile"
  | "SaveLayout"
  | "GetViews"
  | "SaveView"
  | "DeleteView"
  | "SetDefaultView"
  | "Get"
  | "Save"
  | "Delete"
  | "Preview"
  | "Action"
  | "Options"
  | "SourceLines"
  | "Delegable"
  | "Scopes"
  | "GetStats"
  | "TryAction"
  | "GetGrants"
  | "Grant"
  | "GetRights"
  | "GetWhy"
  | "Generate"
  | "GenerateOptions"
  | "GenerateStatus"
  | "UploadAttachCheck"
  | "UploadAttach"
  | "DeleteAttach";

/** Address of one module's call; `mdl` is the module id as text. */
export const moduleUrl = (mdl: string, call: ModuleCall): string => `${API_ROOT}/Module/${encodeURIComponent(mdl)}/${call}`;
