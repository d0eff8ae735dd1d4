import { readFileSync } from "node:fs";

/** When a process started, as text that no other process with the same number has; undefined where the system does not tell. */
export function processStart(pid: number): string | undefined {
  const ticks = statFields(pid)?.[19];
  return ticks === undefined ? undefined : `${bootId()}:${ticks}`;
}

/** Whether the process that was started then is still alive. Without a start time, any process with that number counts. */
export function isProcessAlive(pid: number, start: string | undefined): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  const state = statFields(pid)?.[0];
  if (state === "Z" || state === "X") return false; // dead, but its parent has not taken notice yet
  const now = processStart(pid);
  return now === undefined || start === undefined || now === start;
}

/** Fields 3 and on of /proc/PID/stat: the name before them may hold spaces. */
function statFields(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return undefined;
  }
}

function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}
