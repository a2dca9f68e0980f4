/** What each account mutes and pins among the highlights. The highlights themselves follow from catalysts and are not stored. */
import { json, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "#lib/platform/schema/users.ts";

export const highlightTags = pgTable("highlight_tags", {
  userId: text("user_id")
    .primaryKey()
    .references(() => users.id),
  /** Types and assets. */
  muted: json().$type<string[]>().notNull(),
  pinned: json().$type<string[]>().notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
});
