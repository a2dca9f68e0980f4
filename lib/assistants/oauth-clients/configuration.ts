/** The authorization server's configuration of clients. */
import "server-only";
import type { Client, Configuration, KoaContextWithOIDC, Provider } from "oidc-provider";
import { config } from "#lib/platform/config/config.ts";
import { isClientSecret } from "./client-secret.ts";
import { noteClientToken } from "./reap-clients.ts";
import { isSameRedirect, redirectProblem } from "./redirect-uris.ts";

/**
 * The part of the provider's configuration that concerns clients. Its own registration and its own fetch of documents are
 * off: `POST /oauth/register` and `clientAdapter` do both, and what they offer is added to the discovery document.
 */
export function clientConfiguration() {
  return {
    clientAuthMethods: ["none", "client_secret_basic", "client_secret_post"],
    clientDefaults: {
      grant_types: ["authorization_code"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    },
    discovery: {
      registration_endpoint: `${config().baseUrl}/oauth/register`,
      client_id_metadata_document_supported: true,
    },
    features: {
      registration: { enabled: false },
      registrationManagement: { enabled: false },
      clientIdMetadataDocument: { enabled: false },
    },
    // The provider itself fetches nothing that a client names.
    fetch: () => Promise.reject(new Error("The authorization server fetches nothing.")),
  } as const satisfies Configuration;
}

type ClientRules = Pick<Client, "redirectUriAllowed" | "compareClientSecret"> & {
  redirectUris?: readonly string[];
  clientSecret?: string;
};
/** The provider's validator of client metadata, whose type is not published. */
type Schema = {
  redirect_uris: string[];
  invalidate: (description: string) => never;
  redirectUris: (this: Schema, uris?: readonly string[], label?: string) => void;
};

/** Replaces the provider's rules about redirects and secrets by ours, once after its creation. */
export function applyClientRules(provider: Provider): void {
  const { prototype } = provider.Client as unknown as { prototype: ClientRules };
  prototype.redirectUriAllowed = function (this: ClientRules, requested: string): boolean {
    const isRegistered =
      this.redirectUris?.some((known) => isSameRedirect(known, requested)) ?? false;
    // Any port of this machine except the one of this service.
    return isRegistered && redirectProblem(requested, config().baseUrl) === undefined;
  };
  prototype.compareClientSecret = function (this: ClientRules, secret: string): boolean {
    return this.clientSecret !== undefined && isClientSecret(secret, this.clientSecret);
  };
  const { Schema } = provider.Client as unknown as { Schema: { prototype: Schema } };
  Schema.prototype.redirectUris = function (this: Schema, uris, label = "redirect_uris") {
    for (const uri of uris ?? this.redirect_uris) {
      const problem = redirectProblem(uri, config().baseUrl);
      if (problem !== undefined) this.invalidate(`${label}: one ${problem}`);
    }
  };
  provider.on("grant.success", (ctx: KoaContextWithOIDC) => {
    const { client } = ctx.oidc;
    // The token is issued already: a failure here only makes a client look unused for longer.
    if (client !== undefined) void noteClientToken(client.clientId, Date.now()).catch(() => {});
  });
}
