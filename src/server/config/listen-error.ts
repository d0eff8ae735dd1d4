import { StartupError } from "../base/startup-error.ts";

/** Why nobody can listen there, as a StartupError; any other error as it is. */
export function listenError(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const text = LISTEN_ERRORS[code];
  return text === undefined ? error : new StartupError(`${host}:${port} ${text}`, { cause: error });
}

const LISTEN_ERRORS: Readonly<Record<string, string>> = {
  EADDRINUSE: "端口已被占用，请结束占用它的程序或设置 PORT / is in use: stop the other program or set PORT",
  EACCES: "没有权限监听该端口，请设置 1024 以上的 PORT / is not permitted: set PORT to 1024 or above",
  EADDRNOTAVAIL: "不是本机地址，请检查 HOST / is no address of this machine: check HOST",
  ENOTFOUND: "主机名无法解析，请检查 HOST / cannot be resolved: check HOST",
};
