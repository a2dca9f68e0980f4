/** Installs third-party clients apart from the product: the packages of e2e/outside/programs, and Debian's Authlib with what builds a wheel. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PYTHONS } from "#scripts/dev/clients/pythons.ts";
import { isDebian } from "./chromium.ts";
import { run } from "./run.ts";

/** @throws Error when npm cannot install them */
export async function installOutsidePrograms(root: string): Promise<void> {
  const folder = join(root, "e2e", "outside", "programs");
  const stamp = join(folder, "node_modules", ".install-stamp");
  const wanted = createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .update(`${process.platform} ${process.arch}`)
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log("Installing clients of others (npm ci); this takes a moment, once.");
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund"];
  const code = await run("npm", ["ci", "--prefix", folder, ...flags], { root });
  if (code !== 0) throw new Error(`The clients could not be installed: npm ci ended with ${code}`);
  // Everything below e2e/outside finds them there, and still belongs to the package of the root with its `imports`.
  const link = join(root, "e2e", "outside", "node_modules");
  rmSync(link, { force: true, recursive: true });
  symlinkSync(join(folder, "node_modules"), link, "junction");
  writeFileSync(stamp, wanted);
}

/** Types of e2e/outside, and its tests. @returns the exit code of the first that fails */
export async function runOutsideTests(root: string): Promise<number> {
  await installOutsidePrograms(root);
  const types = await run("tsc", ["--project", join("e2e", "outside")], { root });
  if (types !== 0) return types;
  return run("vitest", ["run", "--config", join("e2e", "outside", "vitest.config.ts")], { root });
}

/**
 * Installs Authlib, and what builds the Python package of the clients, where that is allowed and something is missing.
 * @returns whether its run must not be skipped: on a build server that has it, or could install it
 */
export async function installAuthlib(root: string): Promise<boolean> {
  if (!(hasAuthlib() && buildsWheels()) && isDebian() && process.getuid?.() === 0) {
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    const build = ["python3-pip", "python3-setuptools", "python3-wheel"];
    const packages = ["python3-authlib", "python3-requests", ...build];
    await run("apt-get", ["update", "-q"], { root, env });
    await run("apt-get", ["install", "-yq", "--no-install-recommends", ...packages], { root, env });
  }
  return Boolean(process.env.CI) && hasAuthlib();
}

const hasAuthlib = (): boolean => canImport("authlib, requests");
const buildsWheels = (): boolean => canImport("setuptools, wheel, pip");

function canImport(modules: string): boolean {
  return PYTHONS.some((python) => spawnSync(python, ["-c", `import ${modules}`]).status === 0);
}
