import { defineConfig } from "vitest/config";

export default defineConfig({
  ssr: {
    resolve: {
      externalConditions: ["react-server"],
      conditions: ["react-server", "module", "node", "development|production"],
    },
  },
  test: {
    include: ["**/*.test.ts"],
    exclude: ["node_modules", ".next", "e2e", ".data", ".cache"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // What code under test reads through `config()`; of use nowhere else.
    env: {
      SESSION_SECRET: "session-secret-for-unit-tests-only-0123456789",
      ENCRYPTION_SECRET: "encryption-secret-for-unit-tests-only-0123456789",
      BASE_URL: "http://localhost:3000",
      LOG_LEVEL: "silent",
    },
  },
});
