/** Mails about the security of accounts that wait to be sent. A row goes with its mail. */
import { bigint, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { MAIL_LOCALES } from "#lib/platform/mail/mail-locales.ts";
import { SECURITY_KINDS, type SecurityFacts } from "#lib/protocol/security-notices.ts";

/** Unix milliseconds. */
const time = (name: string) => bigint(name, { mode: "number" });

export const securityMails = pgTable(
  "security_mails",
  {
    /** `sml_…` */
    id: text().primaryKey(),
    /** As it was when it happened: the account may have lost it by the same change, or be deleted. */
    recipient: text().notNull(),
    locale: text({ enum: MAIL_LOCALES }).notNull(),
    kind: text({ enum: SECURITY_KINDS }).notNull(),
    at: time("at").notNull(),
    facts: jsonb().$type<SecurityFacts>().notNull(),
    tries: integer().notNull().default(0),
    /** When it is tried next. */
    dueAt: time("due_at").notNull(),
  },
  (table) => [index("security_mails_due").on(table.dueAt)],
);
