/** Runs a third-party program, keeps its output, and can wait for a text in it. */
import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

export type ProgramOptions = {
  cwd: string;
  env?: Record<string, string>;
  log: (text: string) => void;
  /** How long it may take to print what is awaited, or to end: a minute when absent. */
  patienceMs?: number;
};

/** A program that does not print the expected text for so long is stuck. */
const PATIENCE_MS = 60_000;
const STEP_MS = 25;

export class Program {
  readonly #child: ChildProcess;
  readonly #patienceMs: number;
  #code: number | undefined;
  stdout = "";
  stderr = "";

  constructor(command: string, args: readonly string[], options: ProgramOptions) {
    const { cwd, env, log, patienceMs = PATIENCE_MS } = options;
    this.#patienceMs = patienceMs;
    log(`$ ${[command, ...args].join(" ")}`);
    this.#child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: "pipe" });
    this.#child.on("error", (error) => {
      log(error.message);
      this.#code = 127;
    });
    this.#child.on("close", (code) => (this.#code ??= code ?? 1));
    // The exit code decides about a program that ends without reading its input.
    this.#child.stdin?.on("error", () => undefined);
    for (const stream of ["stdout", "stderr"] as const) {
      this.#child[stream]?.setEncoding("utf8").on("data", (text: string) => {
        this[stream] += text;
        log(text.trimEnd());
      });
    }
  }

  /** The first group of the first match in its output. @throws Error when the program ends, or stays silent */
  async says(pattern: RegExp): Promise<string> {
    return this.#await(`say ${pattern}`, () => {
      const said = pattern.exec(this.stdout) ?? pattern.exec(this.stderr);
      if (said === null && this.#code !== undefined) throw new Error(`It did not say ${pattern}`);
      return said?.[1];
    });
  }

  write(text: string): void {
    this.#child.stdin?.write(text);
  }

  exitCode(): Promise<number> {
    return this.#await("end", () => this.#code);
  }

  /** @returns its output @throws Error when it does not exit with 0 */
  async succeeds(): Promise<string> {
    const code = await this.exitCode();
    if (code !== 0) throw new Error(`It ended with ${code}`);
    return this.stdout;
  }

  async #await<Value>(what: string, check: () => Value | undefined): Promise<Value> {
    for (
      const deadline = Date.now() + this.#patienceMs;
      Date.now() < deadline;
      await sleep(STEP_MS)
    ) {
      const found = check();
      if (found !== undefined) return found;
    }
    this.#child.kill();
    throw new Error(`It did not ${what} within ${this.#patienceMs / 1_000} s`);
  }
}
