/** What a user is notified of, when, and in which language. */
import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { MAIL_LOCALES } from "#lib/platform/mail/mail-locales.ts";
import { users } from "#lib/platform/schema/users.ts";

export const pushPreferences = pgTable("push_preferences", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  /** `inbox:cpi`, `web:round_level`, …: what the user has switched off. */
  off: jsonb().$type<string[]>().notNull(),
  /** Kinds that are mailed: what the user has switched on. */
  mail: jsonb().$type<string[]>().notNull().default([]),
  /** Language of the mails. */
  locale: text({ enum: MAIL_LOCALES }).notNull().default("en"),
  /** Minutes after midnight in `time_zone`; both null: there are no quiet hours. They may pass midnight. */
  quietFrom: integer("quiet_from"),
  quietUntil: integer("quiet_until"),
  /** IANA name. */
  timeZone: text("time_zone").notNull(),
});
