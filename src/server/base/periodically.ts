/** Something that is done again and again. */
export interface PeriodicTask {
  /** What is wrong when it fails, for the operator. */
  readonly title: string;
  readonly run: (isStopping: () => boolean) => Promise<void>;
}

interface PeriodicOptions {
  /** From the end of one time to the next. */
  readonly everyMs: number;
  readonly log: (line: string) => void;
}

/** Does it, waits, and does it again, whatever happens. A failure is said once until it changes. Returns how to stop: after the time under way. */
export function runPeriodically({ title, run }: PeriodicTask, { everyMs, log }: PeriodicOptions): () => Promise<void> {
  let isStopping = false;
  let told = "";
  let timer: NodeJS.Timeout | undefined;
  const once = async () => {
    const text = await failureOf(() => run(() => isStopping));
    if (text !== "" && text !== told) log(`${title}, trying again: ${text}`);
    told = text;
    if (isStopping) return;
    timer = setTimeout(() => {
      running = once();
    }, everyMs).unref();
  };
  let running = once();
  return async () => {
    isStopping = true;
    clearTimeout(timer);
    await running;
  };
}

async function failureOf(work: () => Promise<void>): Promise<string> {
  try {
    await work();
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
