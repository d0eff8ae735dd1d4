/** The lines of an answer as they come; what comes after the last end of a line is one, too. */
export async function* linesOf({ body }: Pick<Response, "body">): AsyncGenerator<string> {
  const reader = body?.getReader();
  if (reader === undefined) return;
  const decoder = new TextDecoder();
  let open = "";
  for (;;) {
    const { done, value } = await reader.read();
    open += decoder.decode(value, { stream: !done });
    const lines = open.split("\n");
    open = done ? "" : (lines.pop() ?? "");
    yield* lines.filter((line) => line !== "");
    if (done) return;
  }
}
