/**
 * Pictures of pages and states of a running stack, compared with pictures of an earlier version:
 *
 * STACK_DATA_DIR=<its data folder> npm run pictures -- --update-snapshots    # of the version before a change
 * STACK_DATA_DIR=<its data folder> npm run pictures                          # of the version after it
 *
 * Both stacks start from an empty data folder with the same SEED. The pictures are in `test-results/pictures`. When one
 * differs, the report names the number of pixels and keeps both pictures and their difference beside it.
 */
import { defineConfig, devices } from "@playwright/test";
import { BROWSER_ARGUMENTS, findChromium } from "#scripts/dev/test/chromium.ts";

const executablePath = findChromium();

export default defineConfig({
  testDir: ".",
  testMatch: "*.picture.ts",
  outputDir: "../../test-results/pictures/differences",
  snapshotPathTemplate: "../../test-results/pictures/{arg}{ext}",
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 20_000, toMatchSnapshot: { maxDiffPixels: 0, threshold: 0.1 } },
  reporter: "list",
  use: {
    ...devices["Desktop Chrome"],
    reducedMotion: "reduce",
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Root in a container has no user namespaces for the sandbox.
      args: [...BROWSER_ARGUMENTS, "--font-render-hinting=none"],
    },
  },
});
