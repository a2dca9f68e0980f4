import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runCheck } from "./run.ts";
import { safeEnvironments } from "./safe-environments.testing.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "production-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

async function check(args: string[], environment = {}) {
  let printed = "";
  const code = await runCheck(args, environment, (text) => {
    printed += text;
  });
  return { code, printed };
}

/** Writes the oracle's settings, with `change`, as a file of lines. */
function oracleFile(change: Record<string, string> = {}): string {
  const file = join(folder, "oracle.env");
  const lines = Object.entries({ ...safeEnvironments().oracle, ...change });
  writeFileSync(file, lines.map(([name, value]) => `${name}="${value}"\n`).join(""));
  return file;
}

test("a file of a safe process passes, and its advice is printed", async () => {
  const { code, printed } = await check([`oracle=${oracleFile()}`]);
  expect(printed).toContain("advice    oracle  PRICES_OF_ONE_SOURCE  ORACLE_SOURCES\n");
  expect(code).toBe(0);
});

test("the file of a process takes the place of the environment", async () => {
  const environment = { ORACLE_SOURCES: "pyth" };
  const file = oracleFile({ ORACLE_SOURCES: "simulated" });
  const { code, printed } = await check([`oracle=${file}`], environment);
  expect(printed).toContain("simulated oracle  PRICES_SIMULATED  ORACLE_SOURCES\n");
  expect(code).toBe(1);
});

test("the environment alone is checked for app, venue and oracle", async () => {
  const { code, printed } = await check([]);
  for (const name of ["app", "venue", "oracle"]) {
    expect(printed).toContain(`missing   ${name.padEnd(7)} SETTING_INVALID`);
  }
  expect(printed).not.toContain("custody ");
  expect(code).toBe(1);
});

test("no value is printed", async () => {
  const secret = "a".repeat(64);
  const { printed } = await check(["app"], { SESSION_SECRET: secret, ENCRYPTION_SECRET: secret });
  expect(printed).toContain("SECRET_WEAK");
  expect(printed).not.toContain(secret);
});

test.each([["sandbox"], ["app=/nowhere/app.env"]])("%s is a wrong command line", async (word) => {
  const { code, printed } = await check([word]);
  expect(code).toBe(2);
  expect(printed).toContain("npm run check:production");
});
