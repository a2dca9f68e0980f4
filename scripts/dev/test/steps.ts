/** The steps of `npm test`, in order. */
import { constants } from "node:os";
import { join } from "node:path";
import { type Affected, affectedSince } from "./affected.ts";
import type { Aside } from "./aside.ts";
import { type Counts, FAILED, PASSED } from "./counts.ts";
import { run } from "./run.ts";
import type { Step } from "./step.ts";
import { show, type Tools } from "./tools.ts";

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;

const SIMULATION = join("services", "venue", "testing", "simulation", "main.ts");
const STREAMS = join("scripts", "bench", "streams", "main.ts");
/** Histories of 10,000 commands each; the deep set runs 5,000. */
const SEEDS = "100";
/** An MCP client and an OAuth client that come with the dependencies; the deep set runs all. */
const CLIENTS = ["official client 2", "oauth4webapi"];

/** The most files that run within three minutes on two cores, with a build and a stack, among those that import a change. */
const MAX_UNIT_FILES = 60;
const MAX_JOURNEY_FILES = 2;
const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0 };

/**
 * Both cores always have work. The checks of the source run side by side. Unit tests wait much, so the app is built beside
 * them, then the venue is simulated and the stack started. The checks of the stack wait for pages, so they too run side by
 * side.
 */
export class Steps {
  readonly #tools: Tools;
  readonly #changedSince: string | undefined;
  /** Programs that began before their turn, by step. */
  readonly #early = new Map<string, Promise<Aside>>();
  #routeTypes: Promise<number> | undefined;
  #affectedFiles: Affected | undefined;

  /** @param changedSince a branch, tag or commit: only tests that import a later change run */
  constructor(tools: Tools, changedSince?: string) {
    this.#tools = tools;
    this.#changedSince = changedSince;
  }

  all(): Step[] {
    const tools = this.#tools;
    return [
      this.#program("types", "Types", () => this.#tsc(), "types"),
      this.#program("lint", "Lint", () => this.#oxlint(), "types"),
      this.#program("format", "Format", () => tools.aside("biome", ["check", "."]), "types"),
      this.#program(
        "unused",
        "Unused files, exports and dependencies",
        () => tools.aside("knip", []),
        "types",
      ),
      { name: "unit", title: "Unit and integration tests", run: () => this.#unit() },
      this.#program("build", "Build", () => this.#build(), "unit"),
      this.#program("simulation", "Simulation of the venue", () => this.#simulation(), "unit"),
      {
        name: "streams",
        title: "Every client of a stream gets every event",
        run: () => tools.program(process.execPath, [STREAMS, "--smoke"]),
      },
      this.#program(
        "secrets",
        "No secret reaches the browser",
        () => tools.check("client-secrets"),
        "streams",
      ),
      this.#program("size", "Size of the first load", () => this.#size(), "streams"),
      { name: "clients", title: "Clients of others", run: () => tools.clients(CLIENTS) },
      {
        name: "journeys",
        title: "Browser journeys",
        run: () => this.#journeys(),
        early: { beside: "unit", begin: () => void this.#beginStack() },
      },
    ];
  }

  /** A step that is one program, which begins beside another step, or at its own turn when that one is not chosen. */
  #program(name: string, title: string, start: () => Aside | Promise<Aside>, beside: string): Step {
    const begin = (): Promise<Aside> => {
      const begun = this.#early.get(name) ?? Promise.resolve().then(start);
      this.#early.set(name, begun);
      begun.catch(() => undefined);
      return begun;
    };
    const run = async (): Promise<Counts> => {
      const aside = await begin();
      return (await aside.end(show)) === 0 ? PASSED : FAILED;
    };
    return { name, title, run, early: { beside, begin: () => void begin() } };
  }

  /** Once for all that read the types of routes. @throws Error when it fails */
  async #generateRouteTypes(): Promise<void> {
    this.#routeTypes ??= run("next", ["typegen"], { root: this.#tools.root });
    if ((await this.#routeTypes) !== 0) throw new Error("next typegen failed, see above.");
  }

  async #tsc(): Promise<Aside> {
    await this.#generateRouteTypes();
    return this.#tools.aside("tsc", ["--noEmit"]);
  }

  async #oxlint(): Promise<Aside> {
    await this.#generateRouteTypes();
    return this.#tools.aside("oxlint", ["--type-aware", "--max-warnings=0"]);
  }

  #build(): Aside {
    const program = join("scripts", "dev", "test", "build.ts");
    return this.#tools.aside(process.execPath, [program], { priority: PRIORITY_BELOW_NORMAL });
  }

  async #simulation(): Promise<Aside> {
    await this.#endOf("build");
    const args = [SIMULATION, "--seeds", SEEDS, "--commands", "10000"];
    return this.#tools.aside(process.execPath, args, { priority: PRIORITY_LOW });
  }

  /** A stack takes processor time while it waits, so it is the last of what begins beside the unit tests. */
  async #beginStack(): Promise<void> {
    if (this.#affected("journeys")?.length === 0) return;
    await this.#endOf("build");
    await this.#endOf("simulation");
    this.#tools.beginStack();
  }

  /** Resolves at once for a step that has not begun. */
  async #endOf(name: string): Promise<void> {
    const aside = await this.#early.get(name)?.catch(() => undefined);
    await aside?.ended;
  }

  /** The tests that import what changed, nearest first; undefined means all. */
  #affected(kind: keyof Affected): string[] | undefined {
    if (this.#changedSince === undefined) return undefined;
    this.#affectedFiles ??= affectedSince(this.#tools.root, this.#changedSince);
    return this.#affectedFiles[kind];
  }

  async #unit(): Promise<Counts> {
    const files = this.#affected("unit");
    // Without the deep set, unless a change is near to one of its tests.
    if (files === undefined) return this.#tools.vitest(["--project=!deep"]);
    return this.#nearest(files, MAX_UNIT_FILES, (nearest) => this.#tools.vitest(nearest));
  }

  async #size(): Promise<Aside> {
    await this.#tools.browser();
    return this.#tools.check("bundle-size");
  }

  async #journeys(): Promise<Counts> {
    const files = this.#affected("journeys");
    if (files === undefined) return this.#tools.playwright(["--grep-invert", "@deep"]);
    return this.#nearest(files, MAX_JOURNEY_FILES, (nearest) => this.#tools.playwright(nearest));
  }

  async #nearest(
    files: readonly string[],
    most: number,
    test: (nearest: readonly string[]) => Promise<Counts>,
  ): Promise<Counts> {
    const left = files.length - most;
    if (files.length === 0) console.log("None imports what changed.");
    if (left > 0)
      console.log(`${left} files that import it from farther away are left to npm test.\n`);
    return files.length === 0 ? NOTHING : test(files.slice(0, most));
  }
}
