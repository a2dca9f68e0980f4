/** The folder of the embedded database: created completely or not at all, used by one process at a time. */
import { chmodSync, constants, cpSync, existsSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { acquireFileLock } from "#lib/kernel/file-lock.ts";
import type { RawEngine } from "./_pglite-engine.ts";
import { startWorkerEngine } from "./_worker-engine.ts";

/**
 * Opens PGlite in `folder/data` under the lock `folder/process.lock`; makes the database when there is none.
 * @throws FolderInUseError when another process has it; Error that names the folder when it does not open.
 */
export async function openPgliteFolder(folder: string): Promise<RawEngine> {
  const lock = acquireFileLock(join(folder, "process.lock"));
  try {
    // PGlite makes its files world-writable, whatever the umask: the folder around them keeps other users out.
    chmodSync(folder, 0o700);
    const engine = await openOrCreate(resolve(folder));
    return {
      execute: (request) => engine.execute(request),
      close: () => engine.close().finally(() => lock.release()),
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Whether `folder` holds an embedded database. */
export function hasPgliteFolder(folder: string): boolean {
  return existsSync(join(folder, "data"));
}

/**
 * Opens a copy of the database in `folder`, which holds the lock until it is closed: opening writes to a database even when no
 * statement does. The copy takes as much space, in `folder/data.copy`, and is removed by `close` or by the next copy.
 * @throws FolderInUseError when another process has it; Error when it does not open or the disk is full.
 */
export async function openPgliteCopy(folder: string): Promise<RawEngine> {
  const lock = acquireFileLock(join(folder, "process.lock"));
  const copy = resolve(folder, "data.copy");
  const remove = (): void => rmSync(copy, { recursive: true, force: true });
  try {
    chmodSync(folder, 0o700);
    remove();
    // File systems that can share blocks between the two do so.
    cpSync(join(folder, "data"), copy, { recursive: true, mode: constants.COPYFILE_FICLONE });
    const engine = await startWorkerEngine(copy);
    const end = (): void => {
      remove();
      lock.release();
    };
    return {
      execute: (request) => engine.execute(request),
      close: () => engine.close().finally(end),
    };
  } catch (error) {
    remove();
    lock.release();
    throw error;
  }
}

async function openOrCreate(folder: string): Promise<RawEngine> {
  const data = join(folder, "data");
  if (!existsSync(data)) await create(folder, data);
  try {
    return await startWorkerEngine(data);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The embedded database in ${data} does not open (${reason}). Move that folder away, or run "npm run reset" to start with an empty one.`,
      { cause: error },
    );
  }
}

/**
 * Builds the database in a temporary folder and moves it into place when it is complete: a process that is killed in
 * between leaves no folder that looks like a database and does not open.
 */
async function create(folder: string, data: string): Promise<void> {
  const unfinished = join(folder, "data.unfinished");
  rmSync(unfinished, { recursive: true, force: true });
  const engine = await startWorkerEngine(unfinished);
  await engine.close();
  renameSync(unfinished, data);
}
