/** The steps of `npm test`, in order. */
import { mkdirSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { buildIfStale } from "#scripts/stack/build.ts";
import { startTestStack, type TestStack } from "#scripts/stack/test-stack.ts";
import { type Affected, affectedSince } from "./affected.ts";
import { Aside } from "./aside.ts";
import { installHeadless } from "./chromium.ts";
import {
  type Counts,
  clientCounts,
  FAILED,
  limitFlaky,
  PASSED,
  playwrightCounts,
  vitestCounts,
} from "./counts.ts";
import { installAuthlib, installOutsidePrograms } from "./outside-clients.ts";
import { run } from "./run.ts";

export type Step = {
  name: string;
  title: string;
  run: () => Promise<Counts>;
  /** Starts it on spare processor time beside the step before; `run` then waits for its end. */
  beginAside?: () => void;
};

const SIMULATION = join("services", "venue", "testing", "simulation", "main.ts");
const STREAMS = join("scripts", "bench", "streams", "main.ts");

/** Another journey works while one journey waits. No journey measures time, and each has its own people and markets. */
const BROWSERS = Math.max(2, Math.floor(availableParallelism() / 2));

/**
 * The most files that run within three minutes on two cores, a build and a stack included, among those that import a
 * change.
 */
const MOST_UNIT_FILES = 60;
const MOST_JOURNEY_FILES = 2;
const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0 };

const say = (line: string): void => console.log(line);

export class Steps {
  readonly #root: string;
  readonly #reports: string;
  readonly #changedSince: string | undefined;
  #stack: TestStack | undefined;
  #simulationAside: Aside | undefined;

  /** @param changedSince a branch, tag or commit: only tests that import a later change run */
  constructor(root: string, changedSince?: string) {
    this.#root = root;
    this.#changedSince = changedSince;
    this.#reports = join(tmpdir(), `test-reports-${process.pid}`);
    mkdirSync(this.#reports, { recursive: true });
  }

  all(): Step[] {
    return [
      { name: "types", title: "Types", run: () => this.#types() },
      {
        name: "lint",
        title: "Lint",
        run: () => this.#tool("oxlint", "--type-aware", "--max-warnings=0"),
      },
      { name: "format", title: "Format", run: () => this.#tool("biome", "check", ".") },
      {
        name: "unused",
        title: "Unused files, exports and dependencies",
        run: () => this.#tool("knip"),
      },
      { name: "unit", title: "Unit and integration tests", run: () => this.#unit() },
      {
        name: "simulation",
        title: "Simulation of the venue",
        run: () => this.#simulation(),
        beginAside: () => this.#beginSimulation(),
      },
      { name: "build", title: "Build", run: () => this.#build() },
      {
        name: "streams",
        title: "Every client of a stream gets every event",
        run: () => this.#tool(process.execPath, STREAMS, "--smoke"),
      },
      {
        name: "secrets",
        title: "No secret reaches the browser",
        run: () => this.#check("client-secrets"),
      },
      { name: "size", title: "Size of the first load", run: () => this.#size() },
      { name: "clients", title: "Clients of others", run: () => this.#clients() },
      { name: "journeys", title: "Browser journeys", run: () => this.#journeys() },
    ];
  }

  /** Stops what the steps started. */
  async end(): Promise<void> {
    await this.#simulationAside?.stop();
    await this.#stack?.stop();
    rmSync(this.#reports, { recursive: true, force: true });
  }

  async #tool(command: string, ...args: string[]): Promise<Counts> {
    return (await run(command, args, { root: this.#root })) === 0 ? PASSED : FAILED;
  }

  async #types(): Promise<Counts> {
    const generated = await run("next", ["typegen"], { root: this.#root });
    return generated === 0 ? this.#tool("tsc", "--noEmit") : FAILED;
  }

  /** The files to run, nearest to the change first; undefined means all. */
  #affected(kind: keyof Affected, most: number): string[] | undefined {
    if (this.#changedSince === undefined) return undefined;
    const files = affectedSince(this.#root, this.#changedSince)[kind];
    const left = files.length - most;
    if (files.length === 0) say("None imports what changed.");
    if (left > 0) say(`${left} files that import it from farther away are left to npm test.\n`);
    return files.slice(0, most);
  }

  async #unit(): Promise<Counts> {
    const report = join(this.#reports, "vitest.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const files = this.#affected("unit", MOST_UNIT_FILES);
    if (files?.length === 0) return NOTHING;
    const args = ["run", ...reporters, ...(files ?? [])];
    const code = await run("vitest", args, { root: this.#root });
    return vitestCounts(report, code);
  }

  /** Each seed is 10,000 commands; the build server runs enough seeds to be sure, a developer enough to notice. */
  #beginSimulation(): void {
    const seeds = process.env.CI ? "1000" : "60";
    const args = [SIMULATION, "--seeds", seeds, "--commands", "10000"];
    this.#simulationAside = new Aside(this.#root, args);
  }

  async #simulation(): Promise<Counts> {
    if (this.#simulationAside === undefined) this.#beginSimulation();
    const code = await this.#simulationAside?.end((text) => process.stdout.write(text));
    return code === 0 ? PASSED : FAILED;
  }

  async #build(): Promise<Counts> {
    const logPath = join(this.#reports, "build.log");
    const { signal } = new AbortController();
    await buildIfStale({ root: this.#root, kind: "embedded", logPath, say, signal });
    return PASSED;
  }

  async #check(name: string): Promise<Counts> {
    const program = join("scripts", "checks", `${name}.ts`);
    const env = { STACK_DATA_DIR: (await this.#runningStack()).dataDir };
    return (await run(process.execPath, [program], { root: this.#root, env })) === 0
      ? PASSED
      : FAILED;
  }

  async #size(): Promise<Counts> {
    await this.#browser();
    return this.#check("bundle-size");
  }

  async #clients(): Promise<Counts> {
    await installOutsidePrograms(this.#root);
    const isAuthlibRequired = await installAuthlib(this.#root);
    const report = join(this.#reports, "clients.json");
    const env = {
      STACK_DATA_DIR: (await this.#runningStack()).dataDir,
      OUTSIDE_REPORT: report,
      OUTSIDE_LOGS: join(this.#root, "test-results", "clients"),
      ...(isAuthlibRequired && { REQUIRE_AUTHLIB: "1" }),
    };
    const program = join("e2e", "outside", "main.ts");
    return clientCounts(report, await run(process.execPath, [program], { root: this.#root, env }));
  }

  /** Path of the browser, which is installed when there is none. */
  async #browser(): Promise<string> {
    const browser = await installHeadless(this.#root);
    if (browser === undefined) {
      throw new Error("There is no Chromium. Install one, or name it with CHROMIUM_PATH.");
    }
    return browser;
  }

  async #journeys(): Promise<Counts> {
    const files = this.#affected("journeys", MOST_JOURNEY_FILES);
    if (files?.length === 0) return NOTHING;
    const browser = await this.#browser();
    say(`browser: ${browser}`);
    const { dataDir } = await this.#runningStack();
    const report = join(this.#reports, "playwright.json");
    const env = {
      STACK_DATA_DIR: dataDir,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    };
    const args = ["test", "--config", "e2e/playwright.config.ts", "--reporter=list,json"];
    const options = [`--output=${join("test-results", "journeys")}`, "--pass-with-no-tests"];
    const code = await run(
      "playwright",
      [...args, ...options, `--workers=${BROWSERS}`, ...(files ?? [])],
      { root: this.#root, env },
    );
    return limitFlaky(playwrightCounts(report, code));
  }

  /** One stack for all steps that need one. */
  async #runningStack(): Promise<TestStack> {
    this.#stack ??= await startTestStack(this.#root, say);
    return this.#stack;
  }
}
