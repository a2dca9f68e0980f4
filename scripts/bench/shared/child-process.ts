/** Servers under measurement in their own processes, and what the system reports about them. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

export type Running = {
  port: number;
  pid: number;
  /** Milliseconds from the start of the process until it listened. */
  readyMilliseconds: number;
  stop: (signal?: "SIGTERM" | "SIGKILL") => Promise<void>;
};

/** Clock ticks per second in `/proc`, the same on all current Linux systems. */
const PROC_TICKS = 100;

/** CPU seconds of all threads of a process so far; `NaN` where there is no `/proc`. */
export function cpuSeconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[11]) + Number(fields[12])) / PROC_TICKS;
  } catch {
    return Number.NaN;
  }
}

/** Resident kilobytes of a process; `NaN` where there is no `/proc`. */
export function residentKilobytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]);
  } catch {
    return Number.NaN;
  }
}

/** Starts a script and waits until it prints its port. @throws Error when the script ends before */
export async function start(
  script: string,
  args: string[] = [],
  environment: Record<string, string> = {},
): Promise<Running> {
  const started = performance.now();
  const child: ChildProcess = spawn(process.execPath, [script, ...args], {
    env: { NODE_ENV: "production", ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { stdout, pid } = child;
  if (stdout === null || pid === undefined) throw new Error(`${script} did not start`);
  const port = await new Promise<number>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`${script} exited with ${code}`)));
    stdout.on("data", (data: Buffer) => {
      const found = /"port":(\d+)/.exec(data.toString())?.[1];
      if (found !== undefined) resolve(Number(found));
    });
  });
  const readyMilliseconds = performance.now() - started;
  return { port, pid, readyMilliseconds, stop: (signal) => stopChild(child, signal) };
}

/** Ends a child process and waits for its end. */
export async function stopChild(
  child: ChildProcess,
  signal: "SIGTERM" | "SIGKILL" = "SIGTERM",
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}
