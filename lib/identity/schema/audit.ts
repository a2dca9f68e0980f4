/** What happened to an account. Rows are added and never changed: a trigger of the migration sees to it. */
import { bigserial, index, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

export const auditLog = pgTable(
  "audit_log",
  {
    /** `aud_…` */
    id: text().primaryKey(),
    /** Orders entries of one millisecond. Never shown, because it reveals how much happens in the service. */
    position: bigserial({ mode: "number" }).notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** The account it happened to. */
    userId: text("user_id").notNull(),
    /** The actor: session, key, operator, or the service itself. */
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
  (table) => [index().on(table.userId, table.position)],
);
