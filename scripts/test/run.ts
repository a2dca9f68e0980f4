/** Runs a tool as a step of `npm test`. */
import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";

export type RunOptions = { root: string; env?: Record<string, string | undefined> };

/** Runs a program of node_modules/.bin, or Node itself, with its output shown. @returns the exit code. */
export async function run(
  command: string,
  args: readonly string[],
  options: RunOptions,
): Promise<number> {
  const bin = join(options.root, "node_modules", ".bin");
  const child = spawn(command, args, {
    cwd: options.root,
    stdio: "inherit",
    shell: process.platform === "win32",
    env: {
      ...process.env,
      NEXT_TELEMETRY_DISABLED: "1",
      ...options.env,
      PATH: `${process.env.PATH ?? ""}${delimiter}${bin}`,
    },
  });
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal);
  process.on("SIGTERM", forward);
  try {
    return await new Promise((resolve) => {
      child.on("error", (error) => {
        console.error(error.message);
        resolve(127);
      });
      child.on("exit", (code) => resolve(code ?? 1));
    });
  } finally {
    process.off("SIGTERM", forward);
  }
}
