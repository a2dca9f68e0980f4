import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { acquireFileLock, FolderInUseError } from "./file-lock.ts";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "file-lock-"));
  file = join(folder, "process.lock");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a process that takes the lock and then waits; resolves with it and its output. */
async function lockInAnotherProcess() {
  const script = `
    import { acquireFileLock } from ${JSON.stringify(new URL("./file-lock.ts", import.meta.url).href)};
    acquireFileLock(process.argv[1]);
    process.stdout.write("locked");
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script, file]);
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
  return { child, errors: () => errors };
}

describe("acquireFileLock", () => {
  it("refuses a second process with a message that names the folder", async () => {
    const lock = acquireFileLock(file);
    const { child, errors } = await lockInAnotherProcess();
    await (child.exitCode === null ? once(child, "close") : undefined);
    expect(child.exitCode).toBe(1);
    expect(errors()).toContain(`The folder ${folder} is in use by another process`);
    lock.release();
  });

  it("is free again after the holder was killed without a chance to clean up", async () => {
    const { child, errors } = await lockInAnotherProcess();
    expect(() => acquireFileLock(file)).toThrow(FolderInUseError);
    child.kill("SIGKILL");
    await once(child, "exit");
    acquireFileLock(file).release();
    expect(errors(), "no warning on standard error").toBe("");
  });

  it("refuses a second holder in the same process, and serves the next one after release", () => {
    const lock = acquireFileLock(file);
    expect(() => acquireFileLock(file)).toThrow(FolderInUseError);
    lock.release();
    lock.release();
    acquireFileLock(file).release();
  });

  it("says what is wrong when the folder cannot be made", () => {
    expect(() => acquireFileLock("/dev/null/x/process.lock")).toThrow(/ENOTDIR|EEXIST/);
  });
});
