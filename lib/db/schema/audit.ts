/** What happened to an account. Rows are added and never changed: a trigger of the migration sees to it. */
import { index, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

export const auditLog = pgTable(
  "audit_log",
  {
    /** `aud_…`; two rows of one moment are ordered by it. */
    id: text().primaryKey(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** The account it happened to. */
    userId: text("user_id").notNull(),
    /** Who did it: session, key, operator, or the service itself. */
    actorKind: text("actor_kind").notNull(),
    /** Id of the session or key. */
    actorId: text("actor_id"),
    action: text().notNull(),
    /** Id of what it was done to. */
    target: text(),
    /** Personal: erased with the account, and only then. */
    address: text(),
    agent: text(),
    details: jsonb().$type<Record<string, string | number | boolean>>().notNull().default({}),
  },
  (table) => [index().on(table.userId, table.at, table.id)],
);
