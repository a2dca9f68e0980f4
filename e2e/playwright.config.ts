/** Browser journeys against one running stack, in an installed Chromium. */
import { defineConfig, devices } from "@playwright/test";
import { BROWSER_ARGUMENTS, findHeadless } from "#scripts/test/chromium.ts";

const executablePath = findHeadless();

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.e2e.ts",
  outputDir: "../test-results",
  globalSetup: "./support/global-setup.ts",
  // `npm test` sets the number of workers. Journeys of one file run one after the other.
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // A journey that passes at the second try is reported as flaky; three such journeys fail the run
  // (scripts/test/counts.ts).
  retries: 1,
  // A build server may be slow; an assertion about speed sets its own timeout.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: "list",
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1440, height: 900 },
    // A press on a missing control fails by itself, before the whole journey runs out of time.
    actionTimeout: 80_000,
    // Recording takes much of the processor, so only the second try records; the first keeps a screenshot and
    // the page as text.
    trace: { mode: "on-first-retry", screenshots: false, snapshots: true, sources: true },
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: BROWSER_ARGUMENTS,
    },
  },
});
