/** Answers of `/api/v1/bot/keys` and `/api/v1/bot/address-test`. Times are ISO 8601. */

import type { KeyState } from "#lib/protocol/key-state.ts";

export const BOT_KEYS = "/api/v1/bot/keys";
export const ADDRESS_TEST = "/api/v1/bot/address-test";
export const MOST_ENTRIES = 64;

export type BotKey = {
  id: string;
  preview: string;
  name: string;
  state: KeyState;
  createdAt: string;
  /** Null: the key does not expire. */
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
  lastUsedAddress: string | null;
  lastUsedAgent: string | null;
  allowlist: string[];
  account: string | null;
  wrongDoor: { at: string; path: string; count: number } | null;
};

/** The answer that creates a key, the only one with its secret. */
export type NewBotKey = BotKey & { secret: string };

export type RefusedEntry = {
  entry: string;
  problem: "not_an_address" | "zone" | "leading_zeros" | "prefix_too_long" | "host_bits";
  /** The network that an entry with `host_bits` may mean. */
  network?: string;
};

export type AddressCheck = {
  /** The address that the service sees of this browser. */
  yourAddress: string;
  entries: string[];
  refused: RefusedEntry[];
  address: string | null;
  /** Why the tested text is no address. */
  addressProblem: string | null;
  allowed: boolean | null;
  matched: string | null;
};
