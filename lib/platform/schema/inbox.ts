/** The inbox of each account (docs/decisions/038-one-inbox-per-account.md): its notices, from every domain. */
import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  char,
  index,
  jsonb,
  pgTable,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import { users } from "./users.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });
/** Unix milliseconds. */
const time = (name: string) => bigint(name, { mode: "number" });

export const inboxNotices = pgTable(
  "inbox_notices",
  {
    /** `ntc_…` */
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    /** Orders notices of one millisecond. Never shown, because it reveals how many notices the service writes. */
    position: bigserial({ mode: "number" }).notNull(),
    /** SHA-256 of the event's type, subject and version, hex: the same event is written once. */
    dedupKey: char("dedup_key", { length: 64 }).notNull().unique(),
    /** The event's type: see lib/protocol/wire/account-events.ts. */
    type: text().notNull(),
    /** When it happened, or since when it is known that it will. */
    at: time("at").notNull(),
    /** When it was written; the expiry counts from then. */
    createdAt: time("created_at").notNull(),
    data: jsonb().$type<Record<string, string | number | null>>().notNull(),
    readAt: moment("read_at"),
    wantsMail: boolean("wants_mail").notNull(),
    /** When the mail was sent; null: not yet, or none is wanted. */
    mailedAt: moment("mailed_at"),
  },
  (table) => [
    index("inbox_notices_in_order").on(table.userId, table.at, table.position),
    index("inbox_notices_unread").on(table.userId).where(sql`read_at is null`),
    index("inbox_notices_to_mail").on(table.position).where(sql`wants_mail and mailed_at is null`),
    index("inbox_notices_by_age").on(table.createdAt),
  ],
);
