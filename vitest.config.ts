import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const TESTS = "**/*.test.ts";
const EXCLUDED = ["node_modules", ".next", "e2e", ".data", ".cache"];

/** What takes longest, mostly waiting for real clocks and processes; begun late, it would be waited for alone. */
const LONGEST = [
  "services/oracle/processes.test.ts",
  "lib/partner/testing/model.test.ts",
  "lib/webhooks/testing/model.test.ts",
  "lib/webhooks/engine/killed-replica.test.ts",
  "tests/catalysts/kills.test.ts",
  "lib/server/host-time.test.ts",
  "lib/platform/db/durability.test.ts",
  "lib/trading/market-data/replicas.test.ts",
  "services/venue/recovery.test.ts",
  "services/venue/gateway/connections.test.ts",
  "services/sandbox/sandbox.test.ts",
  "services/sandbox/deposits/vault.test.ts",
  "lib/server/host.test.ts",
  "services/venue/testing/simulation/recorded-market.test.ts",
  "services/venue/clients.test.ts",
  "services/venue/testing/simulation/storage-run.test.ts",
  "tests/server.test.ts",
  "services/sandbox/prices/price-model.test.ts",
];

/** Folders whose code keeps nothing between two calls: no process, no database, no server. */
const PURE_FOLDERS = [
  "scripts/bench/streams",
  "components",
  "lib/trading/account-history",
  "lib/protocol",
  "services/oracle",
  "services/sandbox",
  "services/venue/engine",
  "services/venue/projection",
];

/** Worlds of several servers, whose addresses and limits the code under test reads once. */
const WHOLE_PROCESSES = ["tests", "lib/server"];

/** Mocks, stubs, a moved clock and a changed process stay for the next file. */
const LEAVES_TRACES =
  /\bvi\.(?!fn\b|waitFor\b)|\bglobalThis\b|\bprocess\.(?!cwd\b|execPath\b|platform\b|env\.TEST_)/;

/** Files, sockets, threads and processes of a test's own. */
const LEAVES_THE_PROCESS = /"node:(?!crypto")|\/(?:oracle|sandbox)\/testing\//;

/** A path as a glob that matches it alone: folders of routes are named `[id]` and `(account)`. */
const literal = (path: string): string => path.replaceAll(/[[\]()]/g, "\\$&");

const slashes = (path: string): string => path.replaceAll("\\", "/");
const TEST_FILES = globSync(TESTS, { exclude: (path) => EXCLUDED.includes(slashes(path)) }).map(
  slashes,
);

/** Tests of the page's own React, with a document. They stub and mock, so each runs alone. */
const IN_PAGE = TEST_FILES.filter((file) => file.endsWith(".page.test.ts"));
const TRACELESS = TEST_FILES.filter(
  (file) => !IN_PAGE.includes(file) && !LEAVES_TRACES.test(readFileSync(file, "utf8")),
);

/**
 * Most of a file's time goes into a process of its own, into loading the same modules again and into starting a database.
 * Files that leave no trace share all three, in threads where they need nothing of the process.
 */
const PURE = TRACELESS.filter(
  (file) =>
    PURE_FOLDERS.some((folder) => file.startsWith(`${folder}/`)) &&
    !LEAVES_THE_PROCESS.test(readFileSync(file, "utf8")),
);
const SHARED = TRACELESS.filter(
  (file) =>
    !PURE.includes(file) &&
    !LONGEST.includes(file) &&
    !WHOLE_PROCESSES.some((folder) => file.startsWith(`${folder}/`)),
);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.indexOf(relative(import.meta.dirname, moduleId).replaceAll("\\", "/"));
      return place === -1 ? LONGEST.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

/** React as the app's server has it: there, `server-only` is allowed. */
const ssr = {
  resolve: {
    externalConditions: ["react-server"],
    conditions: ["react-server", "module", "node", "development|production"],
  },
};

export default defineConfig({
  test: {
    // A limit ends a test that hangs; on a busy machine nothing else may reach it.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 120_000 } },
    setupFiles: ["./scripts/test/patience.ts"],
    // Most of the time goes into tests that wait: for a process, a clock, an answer that must not come.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // What code under test reads through `config()`; of use nowhere else.
    env: {
      SESSION_SECRET: "session-secret-for-unit-tests-only-0123456789",
      ENCRYPTION_SECRET: "encryption-secret-for-unit-tests-only-0123456789",
      BASE_URL: "http://localhost:3000",
      LOG_LEVEL: "silent",
    },
    projects: [
      {
        extends: true,
        ssr,
        test: {
          name: "alone",
          include: [TESTS],
          exclude: [...EXCLUDED, ...[...PURE, ...SHARED, ...IN_PAGE].map(literal)],
        },
      },
      {
        extends: true,
        test: {
          name: "page",
          include: IN_PAGE.map(literal),
          environment: "happy-dom",
          // So that a test can replace what next.config.ts replaces in the page.
          server: { deps: { inline: [/@solana\/wallet-/] } },
        },
      },
      {
        extends: true,
        ssr,
        test: { name: "shared", include: SHARED.map(literal), isolate: false, pool: "forks" },
      },
      {
        extends: true,
        ssr,
        test: { name: "pure", include: PURE.map(literal), isolate: false, pool: "threads" },
      },
    ],
  },
});
