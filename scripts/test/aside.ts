/** Runs a program on spare processor time: a step that only computes, beside one that mostly waits. */
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";

const { PRIORITY_LOW, PRIORITY_NORMAL } = constants.priority;

export class Aside {
  readonly #child: ChildProcess;
  readonly #ended: Promise<number>;
  #output = "";
  #show: ((text: string) => void) | undefined;

  /** Starts at once, and shows nothing until it is asked to. @param args arguments of Node */
  constructor(root: string, args: readonly string[]) {
    const program =
      process.platform === "win32"
        ? [process.execPath]
        : ["nice", "-n", String(PRIORITY_LOW), process.execPath];
    const [command = "", ...before] = program;
    this.#child = spawn(command, [...before, ...args], {
      cwd: root,
      // A session of its own, so that its weight against all others can be lowered: see weighGroup.
      detached: process.platform === "linux",
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => this.#take(text));
    }
    this.#ended = new Promise((resolve) => {
      this.#child.on("error", (error) => {
        this.#take(`${error.message}\n`);
        resolve(127);
      });
      this.#child.on("close", (code) => resolve(code ?? 1));
    });
    weighGroup(this.#child.pid, PRIORITY_LOW);
  }

  /** Shows the output so far and from then on until the end, at normal priority. @returns the exit code */
  end(show: (text: string) => void): Promise<number> {
    this.#show = show;
    if (this.#child.exitCode === null) catchUp(this.#child.pid);
    if (this.#output !== "") show(this.#output);
    return this.#ended;
  }

  /** Stops the program if it still runs. */
  async stop(): Promise<void> {
    this.#child.kill("SIGTERM");
    await this.#ended;
  }

  #take(text: string): void {
    if (this.#show) this.#show(text);
    else this.#output += text;
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
function catchUp(pid: number | undefined): void {
  weighGroup(pid, PRIORITY_NORMAL);
  if (process.platform !== "linux") return;
  try {
    // Each thread has a priority of its own.
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      setPriority(Number(thread), PRIORITY_NORMAL);
    }
  } catch {
    // Only an administrator may raise a priority; or the process has just ended.
  }
}
