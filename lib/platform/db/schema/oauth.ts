/** OAuth clients, their grants and tokens. No secret and no token is stored in clear. */
import { index, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import type { Scope } from "#lib/protocol/scopes.ts";
import { users } from "./identity.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true });

/** Clients that registered themselves (RFC 7591). Those whose id is the address of their document are not kept. */
export const oauthClients = pgTable(
  "oauth_clients",
  {
    id: text().primaryKey(),
    /** The client's metadata in the names of RFC 7591, without its secret. */
    metadata: jsonb().$type<Record<string, unknown>>().notNull(),
    /** SHA-256 of the secret, hex; null for a public client. */
    secretHash: text("secret_hash"),
    createdAt: moment("created_at").notNull(),
    /** When a token was last issued to it; null: never. */
    lastTokenAt: moment("last_token_at"),
  },
  (table) => [index().on(table.lastTokenAt, table.createdAt)],
);

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
    firstUsedAt: moment("first_used_at"),
    /** The three are written together, some seconds late. */
    lastUsedAt: moment("last_used_at"),
    lastUsedAddress: text("last_used_address"),
    lastUsedAgent: text("last_used_agent"),
  },
  (table) => [index().on(table.userId), index().on(table.clientId), index().on(table.expiresAt)],
);

/** The provider's other records: codes, tokens, interactions, pushed requests, its own sessions. */
export const oauthRecords = pgTable(
  "oauth_records",
  {
    /** The provider's name of the model, such as `RefreshToken`. */
    model: text().notNull(),
    /** SHA-256 of the id or token, hex. */
    idHash: text("id_hash").notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    grantId: text("grant_id"),
    clientId: text("client_id"),
    userId: text("user_id"),
    /** Set for a pending authorization: SHA-256 of the id of its pushed request, hex. */
    uidHash: text("uid_hash"),
    expiresAt: moment("expires_at"),
    consumedAt: moment("consumed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.model, table.idHash] }),
    index().on(table.grantId),
    index().on(table.userId),
    index().on(table.expiresAt),
    index().on(table.uidHash),
  ],
);
