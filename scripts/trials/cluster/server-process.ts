/** A server of the system beside the processes of Node: it ends with this process, and logs to a file. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const START_MS = 20_000;
const POLL_MS = 50;
const KILL_AFTER_MS = 5_000;

export type ServerSpec = {
  program: string;
  args: readonly string[];
  logPath: string;
  port: number;
};

export type ServerProcess = { pid: number; stop: () => Promise<void> };

/** Resolves when it takes connections. @throws Error with its output when it ends before */
export async function startServer(spec: ServerSpec): Promise<ServerProcess> {
  const { program, args, logPath, port } = spec;
  mkdirSync(dirname(logPath), { recursive: true });
  const log = openSync(logPath, "a");
  const child = spawn(...endsWithParent(program, args), {
    stdio: ["ignore", log, log],
    detached: true,
  });
  closeSync(log);
  const exited = once(child, "exit");
  exited.catch(() => {});
  const deadline = performance.now() + START_MS;
  while (!(await takesConnections(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill("SIGKILL");
      throw new Error(`${program} did not start:\n${readFileSync(logPath, "utf8").slice(-2_000)}`);
    }
    await sleep(POLL_MS);
  }
  return { pid: child.pid ?? 0, stop: () => stop(child, exited) };
}

async function stop(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  const kill = setTimeout(() => child.kill("SIGKILL"), KILL_AFTER_MS);
  await exited;
  clearTimeout(kill);
}

/** Linux ends it when this process is killed; elsewhere it stays. */
function endsWithParent(program: string, args: readonly string[]): [string, string[]] {
  const hasSetpriv = spawnSync("setpriv", ["--version"]).status === 0;
  return hasSetpriv ? ["setpriv", ["--pdeathsig", "TERM", program, ...args]] : [program, [...args]];
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.on("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}
