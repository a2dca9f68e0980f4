/** An identity as its owner sees it. */
import { z } from "zod";
import { IDENTITY_KINDS, type identities } from "#lib/platform/db/schema/identity.ts";

export const IdentityRecord = z.strictObject({
  id: z.string(),
  kind: z.enum(IDENTITY_KINDS),
  /** The public key, the address, or the provider's name for the person. */
  label: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
});

export function toRecord(row: typeof identities.$inferSelect): z.output<typeof IdentityRecord> {
  const { id, kind, label, createdAt, lastUsedAt } = row;
  return {
    id,
    kind,
    label,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
  };
}
