/** Accounts: the rows of a person in other tables name one of them. */
import { pgTable, text, timestamp } from "drizzle-orm/pg-core";

const moment = (name: string) => timestamp(name, { withTimezone: true });

export const users = pgTable("users", {
  /** `usr_…` */
  id: text().primaryKey(),
  createdAt: moment("created_at").notNull(),
  /** Set when the account was deleted: the row stays, because audit rows name it. */
  deletedAt: moment("deleted_at"),
});
