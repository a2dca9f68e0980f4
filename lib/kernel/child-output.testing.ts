/** For tests: waits for what a child process prints. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** The first output of a child. @throws Error when it ends without one, so that its test fails at once */
export async function firstOutput(child: ChildProcess): Promise<string> {
  const { stdout, exitCode } = child;
  if (stdout === null) throw new Error("the child has no output");
  if (exitCode !== null) throw endOf(exitCode);
  const settled = new AbortController();
  const { signal } = settled;
  const printed = once(stdout, "data", { signal }) as Promise<[Buffer]>;
  const ended = once(child, "exit", { signal }).then(([code]) => {
    throw endOf(code as number | null);
  });
  ended.catch(() => {});
  try {
    const [output] = await Promise.race([printed, ended]);
    return output.toString();
  } finally {
    settled.abort();
  }
}

const endOf = (code: number | null) => new Error(`the child ended with ${code}`);
