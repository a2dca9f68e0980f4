/** Finds a Chromium for the browser journeys, or installs one. */
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { run } from "./run.ts";

const NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "microsoft-edge-stable",
];
const MAC_APPLICATIONS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/**
 * The browser to use: CHROMIUM_PATH, one on the PATH, an installed application, Playwright's own. @throws Error for a
 * wrong CHROMIUM_PATH
 */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = environment.CHROMIUM_PATH;
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH names no file: ${named}`);
    return named;
  }
  const folders = (environment.PATH ?? "").split(delimiter);
  const onPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...onPath, ...MAC_APPLICATIONS, chromium.executablePath()].find((path) =>
    existsSync(path),
  );
}

/** Installs a browser: Debian's package where that is allowed, else Playwright's download. */
export async function installChromium(root: string): Promise<string | undefined> {
  console.log("No Chromium was found (CHROMIUM_PATH, PATH, Playwright's own): installing one.");
  if (isDebian() && process.getuid?.() === 0) {
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update"], { root, env });
    await run("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], { root, env });
    if (findChromium()) return findChromium();
  }
  await run("playwright", ["install", "chromium"], { root });
  return findChromium();
}

export function isDebian(): boolean {
  return (
    existsSync("/etc/os-release") &&
    /^ID(_LIKE)?=.*debian/m.test(readFileSync("/etc/os-release", "utf8"))
  );
}
