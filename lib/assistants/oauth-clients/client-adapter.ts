/** The provider's adapter for clients: those that registered themselves, and those that a document describes. */
import "server-only";
import { eq } from "drizzle-orm";
import Provider, { type Adapter, type AdapterPayload, errors } from "oidc-provider";
import { oauthClients } from "#lib/assistants/schema/oauth.ts";
import { database } from "#lib/platform/db/client.ts";
import { takeQuota } from "#lib/platform/http/rate-limits.ts";
import { SCOPES } from "#lib/protocol/scopes.ts";
import { DocumentError } from "./_document-error.ts";
import { clientDocuments } from "./client-documents.ts";

const CLIENT_ID = /^client_[0-9a-f]{24}$/;

/** The model `Client` of the provider's store. */
export const clientAdapter: Adapter = {
  find: findClient,
  /** `POST /oauth/register` writes clients itself; the provider's own registration is off. */
  upsert: refuse,
  destroy: async (id) => {
    const db = await database();
    await db.delete(oauthClients).where(eq(oauthClients.id, id));
  },
  findByUid: refuse,
  findByUserCode: refuse,
  consume: refuse,
  revokeByGrantId: refuse,
};

async function refuse(): Promise<never> {
  throw new Error("Only POST /oauth/register stores clients.");
}

/** Scopes that may be requested later, beyond those of the registration. */
const ALL_SCOPES = { scope: SCOPES.join(" ") };

function findClient(id: string): Promise<AdapterPayload | undefined> {
  return CLIENT_ID.test(id) ? findRegistered(id) : findDescribed(id);
}

/** The provider gets a hash instead of the secret, and `applyClientRules` compares with it. */
async function findRegistered(id: string): Promise<AdapterPayload | undefined> {
  const db = await database();
  const [row] = await db.select().from(oauthClients).where(eq(oauthClients.id, id));
  if (row === undefined) return undefined;
  return {
    ...row.metadata,
    client_id: row.id,
    client_id_issued_at: Math.floor(row.createdAt.getTime() / 1_000),
    ...(row.secretHash !== null && { client_secret: row.secretHash }),
    ...ALL_SCOPES,
  };
}

/** Outside of a provider request, such as on the page of a known authorization, there is no address to count by. */
async function mayAsk(): Promise<boolean> {
  const address = Provider.ctx?.get("x-forwarded-for") ?? "";
  return address === "" || (await takeQuota("oauth_documents", address)).allowed;
}

/** `invalid_client` would make an app drop its tokens, so a host that gives no answer gets another error. */
async function findDescribed(id: string): Promise<AdapterPayload | undefined> {
  try {
    const metadata = await clientDocuments().find(id, mayAsk);
    return metadata && { ...metadata, client_id: id, ...ALL_SCOPES };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const { kind, message } = error;
    if (kind === "refused") throw new errors.InvalidClient(message);
    throw new errors.TemporarilyUnavailable(message);
  }
}
