import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { COMPILED } from "#lib/kernel/compiled.testing.ts";
import { acquireFileLock } from "#lib/kernel/file-lock.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "app-start-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Starts the app process and waits for its end. */
function run(
  environment: Record<string, string>,
): Promise<{ code: number | null; errors: string }> {
  const child = spawn(process.execPath, ["server.ts"], {
    cwd: join(import.meta.dirname, ".."),
    env: {
      ...COMPILED,
      NODE_OPTIONS: process.env["NODE_OPTIONS"],
      NODE_ENV: "production",
      PORT: "0",
      DATA_DIR: folder,
      LOG_LEVEL: "silent",
      ...COMPILED,
      ...environment,
    },
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, errors })));
}

const secrets = { SESSION_SECRET: "s".repeat(40), ENCRYPTION_SECRET: "e".repeat(40) };

describe("an app that cannot start prints the reason and exits with 1", () => {
  test("when its database does not exist", async () => {
    const { code, errors } = await run({
      ...secrets,
      DATABASE_URL: "postgres://user:hidden@127.0.0.1:1/app",
    });
    expect(code).toBe(1);
    expect(errors).toContain("The database at 127.0.0.1:1/app cannot be used");
    expect(errors).not.toContain("hidden");
    expect(errors.trim().split("\n")).toHaveLength(1);
  });

  test("when another process holds its data folder", async () => {
    const lock = acquireFileLock(join(folder, "db", "process.lock"));
    const { code, errors } = await run(secrets);
    lock.release();
    expect(code).toBe(1);
    expect(errors).toContain("is in use by another process");
  });

  test("when the environment has several problems: prints all of them at once, without their values", async () => {
    const { code, errors } = await run({ PORT: "99999", SESSION_SECRET: "tooshort" });
    expect(code).toBe(1);
    expect(errors).toContain("PORT");
    expect(errors).toContain("SESSION_SECRET");
    expect(errors).toContain("ENCRYPTION_SECRET");
    expect(errors).not.toContain("tooshort");
  });
});
