/** Browser journeys against one running stack, in the Chromium that is there. */
import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "#scripts/test/chromium.ts";

const executablePath = findChromium();

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.e2e.ts",
  outputDir: "../test-results",
  globalSetup: "./support/global-setup.ts",
  // `npm test` says how many at a time. Journeys of one file run one after the other.
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // What passes at the second try is reported as flaky; three such journeys fail the run (scripts/test/counts.ts).
  retries: 1,
  // A build server may be slow; what must be quick says so by a time of its own.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: "list",
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1440, height: 900 },
    // What is not there to be pressed fails by itself, and not when the whole journey is out of time.
    actionTimeout: 40_000,
    // Recording takes much of the processor: the second try has it, the first a screenshot and the page as text.
    trace: { mode: "on-first-retry", screenshots: false, snapshots: true, sources: true },
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Root in a container has no user namespaces for the sandbox.
      args: ["--no-sandbox", "--disable-background-networking"],
    },
  },
});
