import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { COMPILED } from "./lib/kernel/compiled.testing.ts";
import { TIMES_FILE, type UnitTimes } from "./scripts/dev/test/times-reporter.ts";

const EXCLUDED = ["node_modules", ".next", "e2e", ".data", ".cache"];

/** The part of a file's name before `.test.ts` says how it runs. */
const PAGE = "**/*.page.test.ts";
const PROCESS = "**/*.process.test.ts";
const DEEP = "**/*.deep.test.ts";
const ROUNDS = "**/*.rounds.test.ts";

/**
 * How often files named `.rounds` kill, and how long their models run, in the deep set. Without these they do it once,
 * which is what `npm test` has time for. The environment may say other numbers.
 */
const DEEP_ROUNDS = {
  CUSTODY_SIGKILL_ROUNDS: "4",
  DATABASE_SIGKILL_ROUNDS: "3",
  MOVES_SIGKILL_ROUNDS: "5",
  ONRAMP_ORDERS: "120",
  ONRAMP_SIGKILL_ROUNDS: "4",
  PARTNER_MODEL_OPERATIONS: "4000",
  POOL_SWAPS: "10000",
  PRICE_MODEL_DAYS: "90",
  PUSH_MODEL_STEPS: "40",
  RECORDED_DAYS: "21",
  REPLAYED_HISTORIES: "4",
  REPLICA_LEAD_CHANGES: "3",
  RELAY_SIGKILL_ROUNDS: "6",
  SIGNATURE_CHANGES: "20000",
  STORAGE_SEEDS: "8",
  SWAP_AGREEMENT_ROUNDS: "1000",
  SWAP_OTHERS: "4",
  SWAP_SIGKILL_ROUNDS: "5",
  SWEEP_SIGKILL_ROUNDS: "50",
  VENUE_BACKUP_FLIPS: "300",
  VENUE_FAILOVER_ROUNDS: "3",
  VENUE_SIGKILL_ROUNDS: "6",
  WEBHOOK_DELIVERIES: "1000",
  WEBHOOK_MODEL_STEPS: "2000",
  WEBHOOK_SIGKILL_ROUNDS: "6",
};

/** Seconds by file; files that are not in it take less than two. */
const TIMES = JSON.parse(readFileSync(TIMES_FILE, "utf8")) as UnitTimes;

/** What begins late and takes long would be waited for alone. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = ({ moduleId }: TestSpecification): number =>
      TIMES[relative(import.meta.dirname, moduleId).replaceAll("\\", "/")] ?? 0;
    return (await super.sort(files)).toSorted((one, other) => seconds(other) - seconds(one));
  }
}

/** React as the app's server has it: there, `server-only` is allowed. */
const ssr = {
  resolve: {
    externalConditions: ["react-server"],
    conditions: ["react-server", "module", "node", "development|production"],
  },
};

const patience = "./scripts/dev/test/patience.ts";
const resolveDrizzle = new URL("scripts/dev/test/resolve-drizzle.ts", import.meta.url).href;

export default defineConfig({
  test: {
    // A limit ends a test that hangs; on a busy machine nothing else may reach it.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    setupFiles: [patience],
    execArgv: ["--import", resolveDrizzle],
    exclude: EXCLUDED,
    // Most of the time goes into tests that wait: for a process, a clock, an answer that must not come.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    // The code under test reads the secrets and settings through `config()`; processes that tests start read NODE_OPTIONS.
    env: {
      SESSION_SECRET: "session-secret-for-unit-tests-only-0123456789",
      ENCRYPTION_SECRET: "encryption-secret-for-unit-tests-only-0123456789",
      BASE_URL: "http://localhost:3000",
      LOG_LEVEL: "silent",
      PUSH_SERVICES: "push.example",
      ...COMPILED,
      NODE_OPTIONS: `--import=${resolveDrizzle}`,
    },
    projects: [
      {
        extends: true,
        ssr,
        // Starting a process, loading modules and creating a database is most of a file's time. These share all three.
        test: {
          name: "shared",
          include: ["**/*.test.ts"],
          exclude: [...EXCLUDED, PAGE, PROCESS, DEEP],
          setupFiles: [patience, "./scripts/dev/test/leave-no-trace.ts"],
          isolate: false,
          pool: "forks",
        },
      },
      {
        extends: true,
        ssr,
        test: { name: "process", include: [PROCESS] },
      },
      {
        extends: true,
        test: {
          name: "page",
          include: [PAGE],
          environment: "happy-dom",
          // So that a test can replace what next.config.ts replaces in the page.
          server: { deps: { inline: [/@solana\/wallet-/] } },
        },
      },
      {
        extends: true,
        ssr,
        test: {
          name: "deep",
          include: [DEEP, ROUNDS],
          // What takes a minute alone may take a quarter of an hour beside twenty other programs.
          testTimeout: 1_800_000,
          hookTimeout: 1_800_000,
          expect: { poll: { timeout: 600_000 } },
          // `npm test` has its databases on a server where there is one; this set has them in the process.
          env: {
            ...DEEP_ROUNDS,
            ...chosen(DEEP_ROUNDS),
            TEST_DATABASE_EMBEDDED: "1",
            TEST_PATIENCE_MS: "600000",
          },
        },
      },
    ],
  },
});

function chosen(names: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.keys(names).flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
