import { problemLine } from "../base/language.ts";
import { StartupError } from "../base/startup-error.ts";
import { StorageAway } from "../base/storage/storage.ts";
import { RegistryError } from "../registry/watch-registry.ts";
import { SettingsError } from "./read-settings.ts";

/** Why the server did not start, as the lines an operator reads. Only what nobody foresaw shows a stack. */
export function startupReport(error: unknown): string[] {
  if (error instanceof SettingsError)
    return ["无法启动：环境变量有误 / cannot start: bad settings", ...error.problems.map((line) => `  ${line}`)];
  if (error instanceof RegistryError)
    return [`无法启动：模块定义有 ${error.problems.length} 处错误 / cannot start: bad registry`, ...error.problems.map(problemLine)];
  if (error instanceof StorageAway)
    return [
      "无法启动：UPLOADS_S3_URL 的文件存储没有响应，演示文件无法写入 / cannot start: the uploads' bucket does not answer, and the demo's files cannot be written",
    ];
  if (error instanceof StartupError) return [`无法启动 / cannot start: ${error.message}`];
  return [`无法启动 / cannot start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
}
