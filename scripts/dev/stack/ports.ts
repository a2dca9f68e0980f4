/** Finds free ports, also when several stacks look for ports at the same moment. */
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { acquireFileLock, type FileLock, FolderInUseError } from "#lib/kernel/file-lock.ts";
import type { Say } from "#scripts/dev/say.ts";

const ATTEMPTS = 50;
/** A browser resolves `localhost` to either of these; another server on one of them would answer in our place. */
const LOOPBACKS = ["127.0.0.1", "::1"];

export type ReservedPort = { port: number; release: () => void };

/**
 * Reserves the wanted port or the next free one above it; 0 means any. The reservation is a lock that other
 * stacks respect before anything listens there, and it ends with this process.
 * @param count of ports in a row; the result is the first
 * @throws Error when fifty ports in a row are taken.
 */
export async function reservePort(
  wanted: number,
  host: string,
  say: Say,
  { count = 1 } = {},
): Promise<ReservedPort> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = wanted === 0 ? await anyFreePort() : wanted + attempt;
    const release = await takeRow(port, count, host);
    if (release === undefined) continue;
    if (wanted !== 0 && port !== wanted)
      say(`port ${rowName(wanted, count)} is taken, using ${rowName(port, count)}`);
    return { port, release };
  }
  throw new Error(`The ports ${wanted} to ${wanted + ATTEMPTS - 1} are all taken.`);
}

/** @returns what releases them; undefined when one of them is taken */
async function takeRow(
  first: number,
  count: number,
  host: string,
): Promise<(() => void) | undefined> {
  const locks: FileLock[] = [];
  const release = (): void => {
    for (const lock of locks) lock.release();
  };
  for (let port = first; port < first + count; port += 1) {
    const lock = lockPort(port);
    if (lock !== undefined) locks.push(lock);
    if (lock !== undefined && (await isFree(port, host))) continue;
    release();
    return undefined;
  }
  return release;
}

/** `4300`, or `4300–4301`. */
function rowName(first: number, count: number): string {
  return count === 1 ? String(first) : `${first}–${first + count - 1}`;
}

/** True when no process listens on the port, on the given host or on a loopback address. */
export async function isFree(port: number, host: string): Promise<boolean> {
  for (const address of new Set([host, ...LOOPBACKS])) {
    if (!(await canListen(port, address))) return false;
  }
  return true;
}

function lockPort(port: number): FileLock | undefined {
  const folder = join(tmpdir(), `stack-ports-${userInfo().uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    return acquireFileLock(join(folder, String(port)));
  } catch (error) {
    if (error instanceof FolderInUseError) return undefined;
    throw error;
  }
}

async function canListen(port: number, host: string): Promise<boolean> {
  const server = createServer();
  server.listen({ port, host, exclusive: true });
  try {
    await once(server, "listening");
  } catch (error) {
    // An address that this machine does not have cannot be taken.
    return !(error instanceof Error && "code" in error && error.code === "EADDRINUSE");
  }
  server.close();
  await once(server, "close");
  return true;
}

async function anyFreePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address ? address.port : 0;
}
