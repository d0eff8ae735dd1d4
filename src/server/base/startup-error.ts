/** A reason why the server cannot start: one line that says what is wrong and what to do. Shown without a stack. */
export class StartupError extends Error {
  override readonly name = "StartupError";
}
