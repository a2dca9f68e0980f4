/** Notes and preferences that a user keeps for assistants. */

import { index, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "#lib/platform/schema/users.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Notes that a user keeps for assistants (scope `read:chat`). */
export const assistantNotes = pgTable(
  "assistant_notes",
  {
    /** `note_…` */
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
  },
  (table) => [index().on(table.userId, table.createdAt)],
);

/** How a user wants to be answered; one row a user. */
export const assistantPreferences = pgTable("assistant_preferences", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  preferences: jsonb().$type<Record<string, string>>().notNull(),
  updatedAt: moment("updated_at").notNull(),
});
