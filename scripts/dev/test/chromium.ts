/** Finds a Chromium, or installs one. */
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { run } from "./run.ts";

/** Chromium without windows and notifications: the same pages, and journeys take two thirds of the time. */
const SHELL = "chromium-headless-shell";
const NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "microsoft-edge-stable",
];
/** Root in a container has no user namespaces for the sandbox. */
export const BROWSER_ARGUMENTS = ["--no-sandbox", "--disable-background-networking"];
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
  const candidates = [
    ...onPath(NAMES, environment),
    ...MAC_APPLICATIONS,
    chromium.executablePath(),
  ];
  return candidates.find((path) => existsSync(path));
}

/** The browser for journeys: CHROMIUM_PATH, the headless shell on the PATH, else any. @throws Error as `findChromium` */
export function findHeadless(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  return (
    (environment.CHROMIUM_PATH ? undefined : shellOf(environment)) ?? findChromium(environment)
  );
}

function shellOf(environment: NodeJS.ProcessEnv): string | undefined {
  return onPath([SHELL], environment).find((path) => existsSync(path));
}

function onPath(names: readonly string[], environment: NodeJS.ProcessEnv): string[] {
  const folders = (environment.PATH ?? "").split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name)));
}

/**
 * Installs what is missing: a browser, and on a build server the headless shell beside it. Debian's packages where that is
 * allowed, else Playwright's download. @returns the browser for journeys
 */
export async function installHeadless(root: string): Promise<string | undefined> {
  const isMissing = findChromium() === undefined;
  const isShellMissing = process.env.CI && shellOf(process.env) === undefined;
  if (process.env.CHROMIUM_PATH || !(isMissing || isShellMissing)) return findHeadless();
  if (isDebian() && process.getuid?.() === 0) {
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update"], { root, env });
    for (const name of ["chromium", SHELL]) {
      console.log(`Installing ${name}.`);
      await run("apt-get", ["install", "-y", "--no-install-recommends", name], { root, env });
    }
  }
  if (findChromium() === undefined) await run("playwright", ["install", "chromium"], { root });
  return findHeadless();
}

export function isDebian(): boolean {
  return (
    existsSync("/etc/os-release") &&
    /^ID(_LIKE)?=.*debian/m.test(readFileSync("/etc/os-release", "utf8"))
  );
}
