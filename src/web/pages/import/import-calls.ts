import { API_ROOT } from "../../api/endpoints.ts";

/** The calls of an import; each is told the page (`mdl`). */
export const IMPORT_CALLS = {
  form: `${API_ROOT}/Import/GetForm`,
  template: `${API_ROOT}/Import/Template`,
  preview: `${API_ROOT}/Import/Preview`,
  start: `${API_ROOT}/Import/Start`,
  status: `${API_ROOT}/Import/Status`,
  badRows: `${API_ROOT}/Import/BadRows`,
  notices: `${API_ROOT}/Import/Notices`,
  undo: `${API_ROOT}/Import/Undo`,
} as const;
