/** Runs a program before its turn, beside other work, and keeps its output until it is its turn. */
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { HeldOutput } from "./held-output.ts";
import { environmentOf, type RunOptions } from "./run.ts";

const { PRIORITY_NORMAL } = constants.priority;
const isWindows = process.platform === "win32";

export type AsideOptions = RunOptions & {
  /** As `os.constants.priority` has it, until a caller waits for the end. Default: normal. */
  priority?: number;
};

export class Aside {
  readonly #child: ChildProcess;
  readonly #ended: Promise<number>;
  readonly #output = new HeldOutput();

  /** Starts at once. @param command a program of node_modules/.bin, or a path */
  constructor(command: string, args: readonly string[], options: AsideOptions) {
    const { priority = PRIORITY_NORMAL } = options;
    const program =
      isWindows || priority === PRIORITY_NORMAL
        ? [command]
        : ["nice", "-n", String(priority), command];
    const [first = "", ...before] = program;
    this.#child = spawn(first, [...before, ...args], {
      cwd: options.root,
      // A session of its own: it is stopped as a whole, and weighed as a whole (see weighGroup).
      detached: !isWindows,
      shell: isWindows,
      env: environmentOf(options),
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => this.#output.write(text));
    }
    this.#ended = new Promise((resolve) => {
      this.#child.on("error", (error) => {
        this.#output.write(`${error.message}\n`);
        resolve(127);
      });
      this.#child.on("close", (code) => resolve(code ?? 1));
    });
    if (priority !== PRIORITY_NORMAL) weighGroup(this.#child.pid, priority);
  }

  /** Resolves at the end of the program, without showing anything. */
  get ended(): Promise<unknown> {
    return this.#ended;
  }

  /** Shows the output so far and from then on until the end, at normal priority. @returns the exit code */
  end(show: (text: string) => void): Promise<number> {
    if (this.#child.exitCode === null) catchUp(this.#child.pid);
    this.#output.show(show);
    return this.#ended;
  }

  /** Stops the program, and what it started, if it still runs. */
  async stop(): Promise<void> {
    const { pid, exitCode } = this.#child;
    try {
      if (isWindows || pid === undefined) this.#child.kill("SIGTERM");
      else if (exitCode === null) process.kill(-pid, "SIGTERM");
    } catch {
      // It has just ended.
    }
    await this.#ended;
  }
}

/** Linux weighs sessions against each other before it considers the priority of their processes. */
function weighGroup(pid: number | undefined, priority: number): void {
  if (process.platform !== "linux") return;
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(priority));
  } catch {
    // A kernel without such groups, or a user who may only lower a priority.
  }
}

/** Beside other programs of the machine it would hardly run, and from here on a caller waits for it. */
function catchUp(session: number | undefined): void {
  if (process.platform !== "linux" || session === undefined) return;
  weighGroup(session, PRIORITY_NORMAL);
  for (const pid of processesOf(session)) {
    try {
      // Each thread has a priority of its own.
      for (const thread of readdirSync(`/proc/${pid}/task`)) {
        setPriority(Number(thread), PRIORITY_NORMAL);
      }
    } catch {
      // Only an administrator may raise a priority; or the process has just ended.
    }
  }
}

function processesOf(session: number): string[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => sessionOf(pid) === session);
}

function sessionOf(pid: string): number | undefined {
  try {
    // The name, in parentheses, may contain anything; then come state, parent, group and session.
    const [, , , session] =
      readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return Number(session);
  } catch {
    return undefined;
  }
}
