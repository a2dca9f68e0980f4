import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const TESTS = "**/*.test.ts";
const EXCLUDED = ["node_modules", ".next", "e2e", ".data", ".cache"];

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

/** What a test may leave behind for the next file: mocks, stubs, a moved clock, variables, files, sockets, processes. */
const LEAVES_TRACES =
  /\bvi\.(?!fn\b|waitFor\b)|\bprocess\b|\bglobalThis\b|"node:(?!crypto")|\/testing\/(?!fixtures)/;

/** In pure folders most of a file's time goes into a process of its own and into loading the same modules again. */
const pure = PURE_FOLDERS.flatMap((folder) => globSync(`${folder}/${TESTS}`))
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !LEAVES_TRACES.test(readFileSync(file, "utf8")));

/** What takes longest, mostly waiting for real clocks and processes; begun late, it would be waited for alone. */
const LONGEST = [
  "services/oracle/processes.test.ts",
  "lib/partner/testing/model.test.ts",
  "lib/server/host-time.test.ts",
  "lib/platform/db/durability.test.ts",
  "lib/trading/market-data/replicas.test.ts",
  "services/venue/recovery.test.ts",
  "services/sandbox/sandbox.test.ts",
  "lib/server/host.test.ts",
  "services/venue/testing/simulation/recorded-market.test.ts",
  "services/venue/clients.test.ts",
  "services/venue/testing/simulation/storage-run.test.ts",
  "tests/server.test.ts",
  "services/sandbox/prices/price-model.test.ts",
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.indexOf(relative(import.meta.dirname, moduleId).replaceAll("\\", "/"));
      return place === -1 ? LONGEST.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  ssr: {
    resolve: {
      externalConditions: ["react-server"],
      conditions: ["react-server", "module", "node", "development|production"],
    },
  },
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // One less than there are cores, which is the default, leaves half of a small machine idle.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    // What code under test reads through `config()`; of use nowhere else.
    env: {
      SESSION_SECRET: "session-secret-for-unit-tests-only-0123456789",
      ENCRYPTION_SECRET: "encryption-secret-for-unit-tests-only-0123456789",
      BASE_URL: "http://localhost:3000",
      LOG_LEVEL: "silent",
    },
    projects: [
      { extends: true, test: { name: "alone", include: [TESTS], exclude: [...EXCLUDED, ...pure] } },
      { extends: true, test: { name: "pure", include: pure, isolate: false, pool: "threads" } },
    ],
  },
});
