/** What the steps of `npm test` and the parts of the deep set run with: their tools, and one stack and one browser for all. */
import { mkdirSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { startTestStack, type TestStack } from "#scripts/dev/stack/test-stack.ts";
import { Aside, type AsideOptions } from "./aside.ts";
import { installHeadless } from "./chromium.ts";
import { type Counts, FAILED, PASSED, playwrightCounts, writtenCounts } from "./counts.ts";
import { COUNTS_FILE } from "./counts-reporter.ts";
import { HeldOutput } from "./held-output.ts";
import { installAuthlib, installOutsidePrograms, runOutsideTests } from "./outside-clients.ts";
import { run } from "./run.ts";

/** Another journey works while one journey waits. No journey measures time, and each has its own people and markets. */
const BROWSERS = Math.max(2, Math.floor(availableParallelism() / 2));

type Environment = AsideOptions["env"];

export const show = (text: string): void => void process.stdout.write(text);

export class Tools {
  readonly root: string;
  readonly #reports: string;
  readonly #asides: Aside[] = [];
  readonly #stackOutput = new HeldOutput();
  #stack: Promise<TestStack> | undefined;

  constructor(root: string) {
    this.root = root;
    this.#reports = join(tmpdir(), `test-reports-${process.pid}`);
    mkdirSync(this.#reports, { recursive: true });
  }

  /** Starts a program beside other work; `end` stops it if it still runs. */
  aside(command: string, args: readonly string[], options: Omit<AsideOptions, "root"> = {}): Aside {
    const aside = new Aside(command, args, { ...options, root: this.root });
    this.#asides.push(aside);
    return aside;
  }

  /** Runs a program of node_modules/.bin, or of a path, which passes or fails as a whole. */
  async program(command: string, args: readonly string[], env?: Environment): Promise<Counts> {
    const code = await run(command, args, { root: this.root, ...(env && { env }) });
    return code === 0 ? PASSED : FAILED;
  }

  /** Starts a check of the running stack. @param name a program of scripts/dev/checks */
  async check(name: string): Promise<Aside> {
    const program = join("scripts", "dev", "checks", `${name}.ts`);
    return this.aside(process.execPath, [program], { env: await this.#stackEnvironment() });
  }

  /** @param args projects and files; without any, all */
  async vitest(args: readonly string[], env?: Environment): Promise<Counts> {
    const report = join(this.#reports, "vitest.json");
    rmSync(report, { force: true });
    const reporters = ["--reporter=default", "--reporter=./scripts/dev/test/counts-reporter.ts"];
    const options = { root: this.root, env: { ...env, [COUNTS_FILE]: report } };
    return writtenCounts(report, await run("vitest", ["run", ...reporters, ...args], options));
  }

  /** @param args files and filters; without any, all */
  async playwright(args: readonly string[]): Promise<Counts> {
    const browser = await this.browser();
    console.log(`browser: ${browser}`);
    const report = join(this.#reports, "playwright.json");
    rmSync(report, { force: true });
    const env = { ...(await this.#stackEnvironment()), PLAYWRIGHT_JSON_OUTPUT_FILE: report };
    const config = ["--config", "e2e/playwright.config.ts", "--reporter=list,json"];
    const output = `--output=${join("test-results", "journeys")}`;
    const options = [output, "--pass-with-no-tests", `--workers=${BROWSERS}`];
    const code = await run("playwright", ["test", ...config, ...options, ...args], {
      root: this.root,
      env,
    });
    return playwrightCounts(report, code);
  }

  /** Runs clients of others. @param names parts of the names of those to run */
  async clients(names: readonly string[]): Promise<Counts> {
    const report = join(this.#reports, "clients.json");
    rmSync(report, { force: true });
    const env = {
      ...(await this.#stackEnvironment()),
      OUTSIDE_REPORT: report,
      OUTSIDE_LOGS: join(this.root, "test-results", "clients"),
    };
    const program = join("e2e", "outside", "main.ts");
    const code = await run(process.execPath, [program, ...names], { root: this.root, env });
    return writtenCounts(report, code);
  }

  /** As `clients`, with those that are programs, which are installed when they are missing. */
  async clientPrograms(names: readonly string[]): Promise<Counts> {
    await installOutsidePrograms(this.root);
    if (await installAuthlib(this.root)) process.env.REQUIRE_AUTHLIB = "1";
    return this.clients(names);
  }

  /** Types and unit tests of the clients that are programs. */
  async outsideTests(): Promise<Counts> {
    return (await runOutsideTests(this.root)) === 0 ? PASSED : FAILED;
  }

  /** Path of the browser, which is installed when there is none. @throws Error when that fails */
  async browser(): Promise<string> {
    const browser = await installHeadless(this.root);
    if (browser === undefined) {
      throw new Error("There is no Chromium. Install one, or name it with CHROMIUM_PATH.");
    }
    return browser;
  }

  /** Starts the one stack, if it is not started, without output. */
  beginStack(): void {
    this.#stack ??= startTestStack(this.root, (line) => this.#stackOutput.write(`${line}\n`));
    // A check that needs the stack reports why it did not start.
    this.#stack.catch(() => undefined);
  }

  /** The one stack, built and started when it is first needed. @throws Error when it does not start */
  async stack(): Promise<TestStack> {
    this.beginStack();
    this.#stackOutput.show(show);
    return this.#stack as Promise<TestStack>;
  }

  /** Stops all that was started. */
  async end(): Promise<void> {
    await Promise.all(this.#asides.map((aside) => aside.stop()));
    const stack = await this.#stack?.catch(() => undefined);
    await stack?.stop();
    rmSync(this.#reports, { recursive: true, force: true });
  }

  async #stackEnvironment(): Promise<{ STACK_DATA_DIR: string }> {
    return { STACK_DATA_DIR: (await this.stack()).dataDir };
  }
}
