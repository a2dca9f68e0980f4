/**
 * An exclusive lock on a folder, held for the life of a process.
 *
 * PGlite and the venue's journal take no lock of their own: two processes on one folder lose acknowledged rows. SQLite's
 * file lock is one of the operating system (fcntl, LockFileEx), so it ends with the process, even by SIGKILL,
 * and no stale file has to be detected by a process id. Never open the lock file elsewhere in this process: on POSIX a
 * second close of the same file would drop the lock.
 */
import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";

export type FileLock = {
  /** Gives the lock back; calling it again does nothing. */
  release: () => void;
};

/** The folder belongs to another process (or to another part of this one). */
export class FolderInUseError extends Error {
  readonly folder: string;

  constructor(folder: string) {
    super(
      `The folder ${folder} is in use by another process. Stop that process, or choose another folder with DATA_DIR.`,
    );
    this.name = "FolderInUseError";
    this.folder = folder;
  }
}

/** Keeps every held lock reachable: a collected connection would close and drop its lock. */
const held = new Set<DatabaseSync>();

/** SQLITE_BUSY, the only result that means "held elsewhere". */
const SQLITE_BUSY = 5;

/**
 * Locks the lock file at `path`; makes its folder when there is none.
 * @throws FolderInUseError when the lock is held; the file system's error when the file cannot be made.
 */
export function acquireFileLock(path: string): FileLock {
  const file = resolve(path);
  // Only this process needs access to the folder.
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (isBusy(error)) throw new FolderInUseError(dirname(file));
    throw error;
  }
  held.add(database);
  return {
    release: () => {
      if (held.delete(database)) database.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}
