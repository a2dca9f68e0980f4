/** Consents of users to OAuth clients, and when each was used. */
import { index, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { users } from "#lib/platform/schema/users.ts";
import type { GrantEnd } from "#lib/protocol/grant-end.ts";
import type { Scope } from "#lib/protocol/scopes.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** One consent of one user to one client. Its tokens end with it. */
export const oauthGrants = pgTable(
  "oauth_grants",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    clientId: text("client_id").notNull(),
    /** As the consent page showed it. */
    clientName: text("client_name").notNull(),
    /** Host of the address that the user was sent back to, or the custom scheme of it (`cursor:`). */
    redirectHost: text("redirect_host").notNull(),
    scopes: jsonb().$type<Scope[]>().notNull(),
    /** The provider's own record of it. */
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    revokedAt: moment("revoked_at"),
    /** Why it was revoked; null for a live grant. */
    endReason: text("end_reason").$type<GrantEnd>(),
    /** The grant that ends when this one's code is exchanged: the connection that a step-up extends. */
    replaces: text(),
    /** Scopes that its latest calls lacked, and when the last one was refused. */
    refusedScopes: jsonb("refused_scopes").$type<Scope[]>(),
    refusedAt: moment("refused_at"),
    firstUsedAt: moment("first_used_at"),
    /** The three are written together, some seconds late. */
    lastUsedAt: moment("last_used_at"),
    lastUsedAddress: text("last_used_address"),
    lastUsedAgent: text("last_used_agent"),
  },
  (table) => [index().on(table.userId), index().on(table.clientId), index().on(table.expiresAt)],
);
