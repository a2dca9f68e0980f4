/** Tests of the product's parts by libraries of others, which scripts/dev/test/outside-clients.ts installs. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  // As in the configuration of the other tests.
  ssr: {
    resolve: {
      externalConditions: ["react-server"],
      conditions: ["react-server", "module", "node", "development|production"],
    },
  },
  test: {
    dir: import.meta.dirname,
    include: ["tests/*.test.ts"],
    setupFiles: ["./scripts/dev/test/patience.ts"],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    env: {
      SESSION_SECRET: "session-secret-for-unit-tests-only-0123456789",
      ENCRYPTION_SECRET: "encryption-secret-for-unit-tests-only-0123456789",
      BASE_URL: "http://localhost:3000",
      LOG_LEVEL: "silent",
    },
  },
});
