/** How the sandbox misbehaves. Counts are used up, one a call. */
export interface Faults {
  /** Every reply waits so long. */
  readonly delayMs: number;
  /** When the outcome is called back, after the order. */
  readonly callbackMs: number;
  /** How often each callback is sent. */
  readonly callbackTimes: number;
  /** Callbacks are sent at all. */
  readonly callbacks: boolean;
  /** So many replies are lost: what was asked is done, and nobody hears of it. */
  readonly lose: number;
  /** So many calls fail before anything is done. */
  readonly fail: number;
  /** So many replies come with a signature that is not the bank's. */
  readonly forge: number;
}

const USUAL: Faults = { delayMs: 0, callbackMs: 1000, callbackTimes: 1, callbacks: true, lose: 0, fail: 0, forge: 0 };

/** Their environment variables. */
const VARIABLES: Readonly<Record<keyof Faults, string>> = {
  delayMs: "SANDBOX_DELAY_MS",
  callbackMs: "SANDBOX_CALLBACK_MS",
  callbackTimes: "SANDBOX_CALLBACK_TIMES",
  callbacks: "SANDBOX_CALLBACKS",
  lose: "SANDBOX_LOSE",
  fail: "SANDBOX_FAIL",
  forge: "SANDBOX_FORGE",
};

/** The faults with these changes, by their names; throws an Error that names what does not fit. */
function changeFaults(faults: Faults, changes: Readonly<Record<string, unknown>>): Faults {
  const next: Record<string, unknown> = { ...faults };
  for (const [name, value] of Object.entries(changes)) {
    if (!Object.hasOwn(USUAL, name)) throw new Error(`${name} is no fault; there are ${Object.keys(USUAL).join(", ")}`);
    const isFlag = name === "callbacks";
    if (isFlag ? typeof value !== "boolean" : !Number.isInteger(value) || Number(value) < 0 || Number(value) > 3_600_000)
      throw new Error(`${name} must be ${isFlag ? "true or false" : "a whole number from 0 to 3600000"}`);
    next[name] = value;
  }
  return next as unknown as Faults;
}

/** The faults an environment asks for. */
export function faultsOf(env: Readonly<Record<string, string | undefined>>): Faults {
  const changes = Object.entries(VARIABLES).flatMap(([name, variable]) => {
    const text = env[variable];
    if (text === undefined || text === "") return [];
    return [[name, name === "callbacks" ? text !== "off" : Number(text)] as const];
  });
  return changeFaults(USUAL, Object.fromEntries(changes));
}

/** Uses one of a counted fault up. */
export class FaultSwitches {
  #faults: Faults;
  constructor(faults: Faults) {
    this.#faults = faults;
  }
  get now(): Faults {
    return this.#faults;
  }
  change(changes: Readonly<Record<string, unknown>>): Faults {
    this.#faults = changeFaults(this.#faults, changes);
    return this.#faults;
  }
  take(name: "lose" | "fail" | "forge"): boolean {
    const left = this.#faults[name];
    if (left > 0) this.#faults = { ...this.#faults, [name]: left - 1 };
    return left > 0;
  }
}
