/** Servers under measurement in their own processes, and what the system reports about them. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { STOP_WITH_PARENT } from "#scripts/dev/stack/child.ts";

export type Running = {
  port: number;
  pid: number;
  /** Milliseconds from the start of the process until it listened. */
  readyMilliseconds: number;
  hasEnded: () => boolean;
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

/** Starts Node on some arguments. It ends with this process, however that ends. */
export function spawnNode(
  args: readonly string[],
  environment: Record<string, string>,
  stdio: readonly ("ignore" | "pipe" | "inherit")[],
): ChildProcess {
  return spawn(process.execPath, [...STOP_WITH_PARENT.args, ...args], {
    env: { NODE_ENV: "production", ...environment, ...STOP_WITH_PARENT.env },
    stdio: [...stdio, "ipc"],
  });
}

const endOf = (code: number | null) => new Error(`a process of the bench ended with ${code}`);

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** The next message of a child. @throws Error when it ends without one */
export async function nextMessage<Message>(child: ChildProcess): Promise<Message> {
  if (hasEnded(child)) throw endOf(child.exitCode);
  const settled = new AbortController();
  const { signal } = settled;
  const received = once(child, "message", { signal }) as Promise<[Message]>;
  const ended = once(child, "exit", { signal }).then(([code]) => {
    throw endOf(code as number | null);
  });
  ended.catch(() => {});
  try {
    const [message] = await Promise.race([received, ended]);
    return message;
  } finally {
    settled.abort();
  }
}

/** Starts a script and waits until it prints its port. @throws Error when the script ends before */
export async function start(
  script: string,
  args: string[] = [],
  environment: Record<string, string> = {},
): Promise<Running> {
  const started = performance.now();
  const child = spawnNode([script, ...args], environment, ["ignore", "pipe", "inherit"]);
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
  const stop: Running["stop"] = (signal) => stopChild(child, signal);
  return { port, pid, readyMilliseconds, hasEnded: () => hasEnded(child), stop };
}

/** Ends a child process and waits for its end. */
export async function stopChild(
  child: ChildProcess,
  signal: "SIGTERM" | "SIGKILL" = "SIGTERM",
): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}
