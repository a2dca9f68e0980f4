/** Browser journeys against one running stack, in an installed Chromium. */
import { defineConfig, devices } from "@playwright/test";
import { BROWSER_ARGUMENTS, findHeadless } from "#scripts/dev/test/chromium.ts";

const executablePath = findHeadless();

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.e2e.ts",
  outputDir: "../test-results",
  globalSetup: "./support/global-setup.ts",
  // `npm test` sets the number of workers. Journeys of one file run one after the other.
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // A journey that fails has found something, in the product or in itself.
  retries: 0,
  // A build server may be slow; an assertion about speed sets its own timeout.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: "list",
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1440, height: 900 },
    // A press on a missing control fails, before the whole journey runs out of time.
    actionTimeout: 80_000,
    // Recording takes much of the processor: `--trace on` records. A failure keeps a screenshot and the page as text.
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: BROWSER_ARGUMENTS,
    },
  },
});
