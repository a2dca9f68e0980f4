/** An identity as its owner sees it. */

import type { identities } from "#lib/identity/schema/identity.ts";
import type { IdentityRecord } from "#lib/protocol/wire/identity.ts";

export function toRecord(row: typeof identities.$inferSelect): IdentityRecord {
  const { id, kind, label, createdAt, lastUsedAt } = row;
  return {
    id,
    kind,
    label,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
  };
}
