/** Loads the code of a step and runs it. Resolves with the result in every case. */
export async function runStep<Code>(
  load: () => Promise<Code>,
  act: (code: Code) => Promise<void>,
): Promise<"done" | "not-loaded" | "broken"> {
  const code = await load().catch(() => undefined);
  if (code === undefined) return "not-loaded";
  try {
    await act(code);
    return "done";
  } catch {
    return "broken";
  }
}
