/** OAuth clients and tokens. No secret and no token is stored in clear. */
import { index, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

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
