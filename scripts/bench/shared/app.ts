/** The app's built server in a process of its own, with a data folder of its own. */
import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildIfStale } from "#scripts/dev/stack/build.ts";
import { reservePort } from "#scripts/dev/stack/ports.ts";
import { spawnNode, stopChild } from "./child-process.ts";

export type App = {
  port: number;
  pid: number;
  /** Its standard error is a stream that the caller reads. */
  child: ChildProcess;
  /** @throws Error when it does not become ready */
  ready: () => Promise<void>;
  stop: () => Promise<void>;
};

/** A start of some seconds takes minutes on a busy machine; one that fails ends its process. */
const READY_TIMEOUT_MS = 600_000;

/** Builds it when needed. `environment` names its venue. @throws Error when it does not start */
export async function startApp(
  root: string,
  environment: Record<string, string>,
  nodeOptions: readonly string[] = [],
): Promise<App> {
  const folder = await mkdtemp(join(tmpdir(), "svc-bench-app-"));
  const { signal } = new AbortController();
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const logPath = join(folder, "build.log");
  await buildIfStale({ root, kind: "embedded", logPath, say, signal });
  const reserved = await reservePort(0, "127.0.0.1", () => {});
  const { port } = reserved;
  const settings = {
    NEXT_TELEMETRY_DISABLED: "1",
    PORT: String(port),
    DATA_DIR: folder,
    SESSION_SECRET: "session-secret-of-a-measured-app-0123456789",
    ENCRYPTION_SECRET: "encryption-secret-of-a-measured-app-0123456789",
    LOG_LEVEL: "warn",
    ...environment,
  };
  const program = [...nodeOptions, join(root, "server.ts")];
  const child = spawnNode(program, settings, ["ignore", "ignore", "pipe"]);
  const stop = async () => {
    await stopChild(child);
    reserved.release();
    await rm(folder, { recursive: true, force: true });
  };
  const { pid } = child;
  if (pid !== undefined) return { port, pid, child, ready: () => untilReady(child, port), stop };
  await stop();
  throw new Error("server.ts did not start");
}

async function untilReady(child: ChildProcess, port: number): Promise<void> {
  const giveUpAt = performance.now() + READY_TIMEOUT_MS;
  for (;;) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (response) => response.status === 200,
      () => false,
    );
    if (ready) return;
    if (child.exitCode !== null) throw new Error(`server.ts exited with ${child.exitCode}`);
    if (performance.now() > giveUpAt) throw new Error("the app did not get ready");
    await sleep(200);
  }
}
