/** An app registers itself (RFC 7591). That proves nothing about it: the user decides on the consent page. */
import "server-only";
import { oauthClients } from "#lib/assistants/schema/oauth.ts";
import { newId } from "#lib/kernel/ids.ts";
import { database } from "#lib/platform/db/client.ts";
import { SCOPES } from "#lib/protocol/scopes.ts";
import { type ClientMetadata, type MetadataTerms, readClientMetadata } from "./client-metadata.ts";
import { hashClientSecret, newClientSecret } from "./client-secret.ts";

const TERMS: MetadataTerms = {
  mostRedirects: 10,
  // RFC 7591, section 2: the default is authentication with a secret in the header.
  authMethods: ["client_secret_basic", "client_secret_post", "none"],
};

/** RFC 7591, section 3.2.1. */
export type RegisteredClient = ClientMetadata & {
  client_id: string;
  client_id_issued_at: number;
  /** Only in this answer. */
  client_secret?: string;
  /** 0: it does not expire. */
  client_secret_expires_at?: 0;
  /** All scopes, whatever the client requested, because it may need more later. */
  scope: string;
};

/** @throws MetadataError */
export async function registerClient(
  given: Record<string, unknown>,
  now: number,
): Promise<RegisteredClient> {
  const metadata = readClientMetadata(given, TERMS);
  const isPublic = metadata.token_endpoint_auth_method === "none";
  const secret = isPublic ? undefined : newClientSecret();
  const id = newId("client");
  const db = await database();
  await db.insert(oauthClients).values({
    id,
    metadata,
    secretHash: secret === undefined ? null : hashClientSecret(secret),
    createdAt: new Date(now),
  });
  return {
    client_id: id,
    client_id_issued_at: Math.floor(now / 1_000),
    ...(secret !== undefined && { client_secret: secret, client_secret_expires_at: 0 }),
    ...metadata,
    scope: SCOPES.join(" "),
  };
}
