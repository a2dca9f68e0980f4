/** The venue key that the app holds for an account, encrypted. It identifies the caller and can sign nothing. */
import { pgTable, text, timestamp } from "drizzle-orm/pg-core";

export const venueKeys = pgTable("venue_keys", {
  /** Base58 public key of the owner. */
  account: text().primaryKey(),
  /** The venue's id of the key. */
  keyId: text("key_id").notNull(),
  /** AES-256-GCM, base64 of nonce, tag and ciphertext; the account is authenticated with it. */
  encryptedKey: text("encrypted_key").notNull(),
  label: text().notNull(),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  /** Null when the key does not expire. */
  expiresAt: timestamp("expires_at", { withTimezone: true }),
});
