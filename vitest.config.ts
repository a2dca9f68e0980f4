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
  },
});
