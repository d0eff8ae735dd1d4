import { format } from "node:util";
import { vi } from "vitest";

/** What a command said and how it ended. */
export interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs a command of `scripts` within this process, in English: a process of its own would load the compiler and the checks again,
 * two seconds each time. That the file runs by itself, too, is one test of each command's.
 */
export async function runScript(main: (args: readonly string[]) => number | Promise<number>, ...args: string[]): Promise<Said> {
  const [out, err]: [string[], string[]] = [[], []];
  vi.stubEnv("LC_ALL", "C.UTF-8");
  const spies = [
    vi.spyOn(console, "log").mockImplementation((...told) => void out.push(format(...told))),
    vi.spyOn(console, "error").mockImplementation((...told) => void err.push(format(...told))),
  ];
  try {
    return { code: await main(args), out: out.join("\n"), err: err.join("\n") };
  } finally {
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
}
