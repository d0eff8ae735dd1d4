/** The user's own password; `L` says that it was asked for from the frame. */
export const PASSWORD_PATH = "/UpdatePassWord?personId=L";
