/** Runs a tool as a step of `npm test`. */
import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";

export type RunOptions = {
  root: string;
  /** Added to the environment of this process; undefined takes a variable out. */
  env?: Record<string, string | undefined>;
};

/** The environment of a tool: programs of node_modules/.bin are found by their name. */
export function environmentOf({ root, env }: RunOptions): NodeJS.ProcessEnv {
  const bin = join(root, "node_modules", ".bin");
  return {
    ...process.env,
    NEXT_TELEMETRY_DISABLED: "1",
    ...env,
    PATH: `${process.env.PATH ?? ""}${delimiter}${bin}`,
  };
}

/** Runs a program of node_modules/.bin, or Node itself, with its output shown. @returns the exit code. */
export async function run(
  command: string,
  args: readonly string[],
  options: RunOptions,
): Promise<number> {
  const child = spawn(command, args, {
    cwd: options.root,
    stdio: "inherit",
    shell: process.platform === "win32",
    env: environmentOf(options),
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
