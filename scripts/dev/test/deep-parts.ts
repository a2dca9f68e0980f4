/** The parts of the deep set. Each ends within some 12 minutes on two cores. */
import { join } from "node:path";
import { type Counts, sum } from "./counts.ts";
import { filesOf, type UnitPart } from "./deep-files.ts";
import { listBenches } from "./kept-benches.ts";
import type { Step } from "./step.ts";
import type { Tools } from "./tools.ts";

export type Part = Step & {
  /** On two cores with nothing else to do, a build and a stack included. */ minutes: number;
};

/** Which of how many parts of the same kind, counted from 1. */
type Share = { index: number; count: number };

type Kind = {
  name: string;
  title: string;
  /** Into how many parts its work is divided. */
  count: number;
  /** Minutes of one part. */
  minutes: number;
  run: (share: Share) => Promise<Counts>;
};

const SIMULATION = join("services", "venue", "testing", "simulation");
const FUZZ_POOL = join("services", "chain", "programs", "testing", "fuzz-main.ts");

/** Histories of 10,000 commands each, in all shares together. */
const SEEDS = 5_000;

/** How often processes are killed, and how long random histories are; the everyday set does a little of each. */
const ROUNDS = {
  VENUE_SIGKILL_ROUNDS: "20",
  VENUE_FAILOVER_ROUNDS: "8",
  RELAY_SIGKILL_ROUNDS: "15",
  SWAP_SIGKILL_ROUNDS: "12",
  ONRAMP_SIGKILL_ROUNDS: "12",
  MOVES_SIGKILL_ROUNDS: "12",
  CUSTODY_SIGKILL_ROUNDS: "10",
  WEBHOOK_SIGKILL_ROUNDS: "15",
  WEBHOOK_DELIVERIES: "10000",
  PARTNER_MODEL_OPERATIONS: "40000",
  WEBHOOK_MODEL_STEPS: "20000",
  PUSH_MODEL_STEPS: "400",
  SWAP_AGREEMENT_ROUNDS: "3000",
};

/** Those that read the standards by themselves. */
const CONFORMANCE = [
  "conformance",
  "MCP Inspector",
  "official client",
  "openid-client",
  "oauth4webapi",
  "Authlib",
  "curl",
  "OpenAPI tools",
  "CCXT",
  "package in",
  "API documents",
];

export function deepParts(tools: Tools): Part[] {
  return [...randomInputs(tools), ...unitTests(tools), ...onTheStack(tools)].flatMap(numbered);
}

function randomInputs(tools: Tools): Kind[] {
  const node = process.execPath;
  const simulation = join(SIMULATION, "main.ts");
  return [
    {
      name: "simulation",
      title: "Simulation of the venue",
      count: 4,
      minutes: 11,
      run: ({ index, count }) => {
        const seeds = SEEDS / count;
        const seed = ["--first", String((index - 1) * seeds + 1), "--seeds", String(seeds)];
        return tools.program(node, [simulation, ...seed, "--commands", "10000"]);
      },
    },
    {
      name: "fuzz",
      title: "Random bytes, numbers, instructions and damaged disks",
      count: 1,
      minutes: 6,
      run: async () =>
        sum([
          await tools.program(node, [join(SIMULATION, "fuzz-main.ts"), "1000000"]),
          await tools.program(node, [FUZZ_POOL, "100000"]),
          await tools.program(node, [simulation, "--storage", "--seeds", "20"]),
        ]),
    },
  ];
}

function unitTests(tools: Tools): Kind[] {
  // A file named `.rounds` is in an everyday project too, which would run all its rounds again.
  const unit = (part: UnitPart) => (share: Share) =>
    tools.vitest(["--project=deep", ...filesOf(part, tools.root), shard(share)], ROUNDS);
  const single = { count: 1, minutes: 8 };
  return [
    { name: "kills", title: "Killed processes", count: 2, minutes: 8, run: unit("kills") },
    { ...single, name: "models", title: "Histories against models", run: unit("models") },
    { ...single, name: "replicas", title: "Replicas and services", run: unit("replicas") },
    {
      name: "drivers",
      title: "Unit tests on the other database",
      count: 2,
      minutes: 8,
      run: (share) => tools.vitest(["--project=!deep", shard(share)], otherDatabase()),
    },
  ];
}

function onTheStack(tools: Tools): Kind[] {
  const single = { count: 1, minutes: 6 };
  return [
    {
      ...single,
      name: "conformance",
      title: "Conformance suites and clients of others",
      run: async () => sum([await tools.outsideTests(), await tools.clientPrograms(CONFORMANCE)]),
    },
    {
      ...single,
      name: "snippets",
      title: "What documents show for pasting",
      run: () => tools.clients(["snippets"]),
    },
    {
      name: "benches",
      title: "Benchmarks, a short run of each",
      count: 2,
      minutes: 10,
      run: async ({ index, count }) => {
        const share = listBenches(tools.root).filter(
          (_, position) => position % count === index - 1,
        );
        const counts: Counts[] = [];
        for (const { args } of share) counts.push(await tools.program(process.execPath, args));
        return sum(counts);
      },
    },
    {
      name: "journeys",
      title: "Browser journeys",
      count: 3,
      minutes: 9,
      run: (share) => tools.playwright(["--grep", "@deep", shard(share)]),
    },
  ];
}

/** As many parts with a number behind their name; one alone has none. */
function numbered({ name, title, count, minutes, run }: Kind): Part[] {
  if (count === 1) return [{ name, title, minutes, run: () => run({ index: 1, count }) }];
  return Array.from({ length: count }, (_, offset) => {
    const share = { index: offset + 1, count };
    const of = `${title}, ${share.index} of ${count}`;
    return { name: `${name}-${share.index}`, title: of, minutes, run: () => run(share) };
  });
}

/** The same option of Vitest and of Playwright. */
function shard({ index, count }: Share): string {
  return `--shard=${index}/${count}`;
}

/** Unit tests run on the embedded database, or on the server that TEST_DATABASE_URL names; this is the other one of the two. */
function otherDatabase(): Record<string, string> {
  if (process.env.TEST_DATABASE_URL !== undefined) return { TEST_DATABASE_EMBEDDED: "1" };
  return { TEST_DATABASE_URL: "postgres://root@127.0.0.1:5432/test" };
}
