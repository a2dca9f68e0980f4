/** Challenges of wallet sign-in: each nonce signs in once. */
import { pgTable, text, timestamp } from "drizzle-orm/pg-core";

export const signInChallenges = pgTable("sign_in_challenges", {
  nonce: text().primaryKey(),
  /** Base58 public key that asked. */
  address: text().notNull(),
  /** The exact text to sign. */
  message: text().notNull(),
  expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  usedAt: timestamp("used_at", { withTimezone: true }),
});
