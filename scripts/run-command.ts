import { pathToFileURL } from "node:url";

/** Runs a command with the flags of the process and sets its exit code; not where the file is imported, as tests do. */
export async function runCommand(url: string, command: (args: readonly string[]) => number | Promise<number>): Promise<void> {
  const [, file] = process.argv;
  if (file !== undefined && url === pathToFileURL(file).href) process.exitCode = await command(process.argv.slice(2));
}
