/** A bot key as its owner sees it, without its secret. */
import "server-only";
import { z } from "zod";
import { type botKeys, KEY_TIERS } from "#lib/platform/db/schema/keys.ts";
import { KEY_STATES, keyState } from "#lib/protocol/key-state.ts";

const moment = z.iso.datetime();

export const BotKeyRecord = z.strictObject({
  /** `tbk_…`, sent with each call. */
  id: z.string(),
  /** `tbs_…` and the last four characters of the secret. */
  preview: z.string(),
  name: z.string(),
  /** `expiring`: within 14 days. */
  state: z.enum(KEY_STATES),
  createdAt: moment,
  /** Null: it does not expire. */
  expiresAt: moment.nullable(),
  revokedAt: moment.nullable(),
  lastUsedAt: moment.nullable(),
  lastUsedAddress: z.string().nullable(),
  lastUsedAgent: z.string().nullable(),
  /** Addresses and networks in canonical form. */
  allowlist: z.array(z.string()),
  tier: z.enum(KEY_TIERS),
  /** The wallet whose account the bot reads. */
  account: z.string().nullable(),
  /** The last endpoint of another kind that it was sent to, and how often that happened. */
  wrongDoor: z.strictObject({ at: moment, path: z.string(), count: z.int() }).nullable(),
});

export type BotKeyRecord = z.output<typeof BotKeyRecord>;
type Row = typeof botKeys.$inferSelect;

export function botKeyRecord(row: Row, now: number): BotKeyRecord {
  const { id, preview, name, allowlist, tier, account, lastUsedAddress, lastUsedAgent } = row;
  return {
    id,
    preview,
    name,
    state: keyState(row, now),
    createdAt: row.createdAt.toISOString(),
    expiresAt: isoOrNull(row.expiresAt),
    revokedAt: isoOrNull(row.revokedAt),
    lastUsedAt: isoOrNull(row.lastUsedAt),
    lastUsedAddress,
    lastUsedAgent,
    allowlist,
    tier,
    account,
    wrongDoor: wrongDoorOf(row),
  };
}

function wrongDoorOf({ wrongDoorAt, wrongDoorPath, wrongDoorCount }: Row) {
  if (wrongDoorAt === null) return null;
  return { at: wrongDoorAt.toISOString(), path: wrongDoorPath ?? "", count: wrongDoorCount };
}

function isoOrNull(at: Date | null): string | null {
  return at === null ? null : at.toISOString();
}
