/** Runs a program in what other work leaves of the processor: a step that only computes, beside one that mostly waits. */
import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";

const LOWEST_PRIORITY = "19";

export class Aside {
  readonly #child: ChildProcess;
  readonly #ended: Promise<number>;
  #output = "";
  #show: ((text: string) => void) | undefined;

  /** Begins at once, and shows nothing until it is asked to. @param args of Node. */
  constructor(root: string, args: readonly string[]) {
    const program =
      process.platform === "win32"
        ? [process.execPath]
        : ["nice", "-n", LOWEST_PRIORITY, process.execPath];
    const [command = "", ...before] = program;
    this.#child = spawn(command, [...before, ...args], {
      cwd: root,
      // A group of its own: what is beside it in the group of the tests may be outweighed by it, whatever its priority.
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
    if (process.platform === "linux") lowerGroup(this.#child.pid);
  }

  /** Shows what it said so far and says from now on, until its end. @returns the exit code */
  end(show: (text: string) => void): Promise<number> {
    this.#show = show;
    if (this.#output !== "") show(this.#output);
    return this.#ended;
  }

  /** Stops it, if it still runs. */
  async stop(): Promise<void> {
    this.#child.kill("SIGTERM");
    await this.#ended;
  }

  #take(text: string): void {
    if (this.#show) this.#show(text);
    else this.#output += text;
  }
}

/** Linux weighs sessions against each other before it looks at the priority of their processes. */
function lowerGroup(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, LOWEST_PRIORITY);
  } catch {
    // A kernel without such groups.
  }
}
