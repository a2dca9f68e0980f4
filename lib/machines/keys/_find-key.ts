/**
 * Finds a key by its digest, with a fresh read for each request. Requests that arrive during a read share the next one: each
 * is answered from a read that began after its arrival, and many at once cost the database few statements.
 */
import { eq, inArray } from "drizzle-orm";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { assistantPauses } from "#lib/machines/schema/assistant-controls.ts";
import { mcpKeys } from "#lib/machines/schema/keys.ts";
import { type Database, database } from "#lib/platform/db/client.ts";
import { mapPermissions } from "#lib/protocol/key-permissions.ts";

const COLUMNS = {
  id: mcpKeys.id,
  hash: mcpKeys.hash,
  userId: mcpKeys.userId,
  tier: mcpKeys.tier,
  allowlist: mcpKeys.allowlist,
  ...mapPermissions((name) => mcpKeys[name]),
  expiresAt: mcpKeys.expiresAt,
  revokedAt: mcpKeys.revokedAt,
  pausedAt: assistantPauses.pausedAt,
};

/** Digests of one statement. */
const MAX_AT_ONCE = 500;
/** Bounds memory while the database is slow: callers would be gone before a longer queue is answered. */
export const MAX_WAITING = 5_000;

export type FoundKey = Awaited<ReturnType<typeof readKeys>>[number];

type KeyRequest = {
  hash: string;
  resolve: (key: FoundKey | undefined) => void;
  reject: (error: unknown) => void;
};

let waiting: KeyRequest[] = [];
let isReading = false;

/** `hash`: SHA-256 of the secret, hex. Rejects with OVERLOADED when too many wait. */
export function findKey(hash: string): Promise<FoundKey | undefined> {
  if (waiting.length >= MAX_WAITING) return Promise.reject(new ServiceError("OVERLOADED"));
  return new Promise((resolve, reject) => {
    waiting.push({ hash, resolve, reject });
    if (!isReading) void readAll();
  });
}

async function readAll(): Promise<void> {
  isReading = true;
  while (waiting.length > 0) {
    const requests = waiting.splice(0, MAX_AT_ONCE);
    try {
      const found = await readKeys(await database(), [
        ...new Set(requests.map(({ hash }) => hash)),
      ]);
      const byHash = new Map(found.map((key) => [key.hash, key]));
      for (const { hash, resolve } of requests) resolve(byHash.get(hash));
    } catch (error) {
      for (const { reject } of requests) reject(error);
    }
  }
  isReading = false;
}

function readKeys(db: Database, hashes: string[]) {
  return db
    .select(COLUMNS)
    .from(mcpKeys)
    .leftJoin(assistantPauses, eq(assistantPauses.userId, mcpKeys.userId))
    .where(inArray(mcpKeys.hash, hashes));
}
