/** One process of the stack: started in its own group, logged to a file, watched, and stopped as a group. */
import { type ChildProcess, spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ErrorTail } from "./error-tail.ts";

const KILL_AFTER_MS = 10_000;
const POLL_MS = 50;
const PROBE_TIMEOUT_MS = 2000;
const SHOWN_LINES = 25;
/** A log larger than this is moved aside at the next start. */
const LOG_LIMIT_BYTES = 20_000_000;

const PARENT_WATCH = new URL("./parent-watch.mjs", import.meta.url).href;

/** Makes a Node child stop when this process is gone; the child needs an IPC channel. */
export const STOP_WITH_PARENT = {
  args: ["--import", PARENT_WATCH],
  env: { STOP_WITH_PARENT: "1" },
} as const;

/**
 * Lets a process that has had much to do become small again. Without these, glibc keeps what was freed in up to 16 arenas and keeps
 * more the larger the blocks were, and V8's young generation grows to 128 MB. Together they are half of the app's memory after a first start.
 * Other C libraries ignore the variables; the person's own values come first.
 */
const SMALL_WHEN_IDLE = {
  args: ["--max-semi-space-size=16"],
  env: { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072" },
} as const;

export type ChildSpec = {
  name: string;
  /** Arguments of Node: the program, after options if it needs any. */
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  logPath: string;
  /** Answers 200 on `readyPath` when the process can serve. */
  url: string;
  /** Default: `/readyz`. */
  readyPath?: string;
  /** Further parts of the process, which must be ready as well. */
  otherUrls?: readonly string[];
  /** Receives each error that the process logs. */
  onErrorLine: (line: string) => void;
};

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

export class Child {
  readonly spec: ChildSpec;
  readonly exited: Promise<Exit>;
  readonly #process: ChildProcess;
  readonly #tail: ErrorTail;
  #exit: Exit | undefined;

  constructor(spec: ChildSpec) {
    this.spec = spec;
    mkdirSync(dirname(spec.logPath), { recursive: true });
    rotate(spec.logPath);
    const log = openSync(spec.logPath, "a");
    this.#tail = new ErrorTail(spec.logPath, spec.onErrorLine);
    const options = [...STOP_WITH_PARENT.args, ...SMALL_WHEN_IDLE.args];
    this.#process = spawn(process.execPath, [...options, ...spec.args], {
      cwd: spec.cwd,
      env: { ...SMALL_WHEN_IDLE.env, ...spec.env, ...STOP_WITH_PARENT.env },
      // Its own group: Ctrl-C in a terminal reaches the stack only, which then stops its children in order.
      detached: true,
      stdio: ["ignore", log, log, "ipc"],
    });
    closeSync(log);
    this.exited = new Promise((resolve) => {
      this.#process.on("error", () => resolve({ code: 127, signal: null }));
      this.#process.on("exit", (code, signal) => resolve({ code, signal }));
    }).then((exit) => {
      this.#exit = exit as Exit;
      this.#tail.stop();
      return this.#exit;
    });
  }

  /** Undefined when it could not be started. */
  get pid(): number | undefined {
    return this.#process.pid;
  }

  get hasExited(): boolean {
    return this.#exit !== undefined;
  }

  /** Waits for `/readyz`. @throws Error with the last log lines when the process ends or takes too long. */
  async waitUntilReady(timeoutMs: number): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    while (!(await this.#isReady())) {
      if (this.#exit) throw new Error(this.describeEnd());
      if (performance.now() > deadline) {
        const state = `${this.spec.name} is not ready after ${timeoutMs / 1000} s`;
        throw new Error(`${state}.\n${this.lastLines()}`);
      }
      await sleep(POLL_MS);
    }
  }

  /** Sends SIGTERM to the whole group, and SIGKILL to the survivors after ten seconds. */
  async stop(): Promise<void> {
    this.signal("SIGTERM");
    const late = sleep(KILL_AFTER_MS, "late" as const, { ref: false });
    if ((await Promise.race([this.exited, late])) === "late") this.signal("SIGKILL");
    await this.exited;
    // A process that the child itself started and left behind.
    this.signal("SIGKILL");
  }

  describeEnd(): string {
    const { code, signal } = this.#exit ?? { code: null, signal: null };
    const how = signal ? `was killed by ${signal}` : `ended with code ${code}`;
    return `${this.spec.name} ${how}. Its last lines (${this.spec.logPath}):\n${this.lastLines()}`;
  }

  lastLines(): string {
    if (!existsSync(this.spec.logPath)) return "  (no output)";
    const lines = readFileSync(this.spec.logPath, "utf8").trimEnd().split("\n").slice(-SHOWN_LINES);
    return lines.map((line) => `  ${line.slice(0, 1000)}`).join("\n");
  }

  async #isReady(): Promise<boolean> {
    const { url, otherUrls = [], readyPath = "/readyz" } = this.spec;
    const answers = await Promise.all([url, ...otherUrls].map((base) => isOk(base + readyPath)));
    return answers.every(Boolean);
  }

  /** Sends a signal to the whole group. */
  signal(signal: NodeJS.Signals): void {
    const { pid } = this.#process;
    if (pid === undefined) return;
    try {
      process.kill(-pid, signal);
    } catch {
      // The group is already gone.
    }
  }
}

function rotate(path: string): void {
  if (existsSync(path) && statSync(path).size > LOG_LIMIT_BYTES) renameSync(path, `${path}.1`);
}

async function isOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}
