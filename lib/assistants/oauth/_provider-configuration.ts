/** The authorization server: authorization code with PKCE for one resource, with a decision of the user each time. */
import "server-only";
import { generateKeyPairSync, hkdfSync } from "node:crypto";
import type { EventEmitter } from "node:events";
import Provider, {
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  type errors as OAuthErrors,
} from "oidc-provider";
import {
  applyClientRules,
  clientConfiguration,
} from "#lib/assistants/oauth-clients/configuration.ts";
import type { Secret } from "#lib/kernel/env.ts";
import { createLogger, type Logger } from "#lib/kernel/log/log.ts";
import { config } from "#lib/platform/config/config.ts";
import { consentPath, OAUTH_PATHS } from "#lib/protocol/oauth-addresses.ts";
import { SCOPES } from "#lib/protocol/scopes.ts";
import { pkce } from "./_pkce.ts";
import { adapterOf } from "./_record-store.ts";
import { guardRedirects } from "./_redirect-guard.ts";
import { answerRefresh } from "./_refresh-token-grant.ts";
import { renderOAuthError } from "./_render-error.ts";
import { requiredParameters } from "./_required-parameters.ts";
import { resource } from "./_resource.ts";
import { newAccessToken, newRefreshToken } from "./_token-values.ts";
import { setRetryAfter } from "./_unavailable.ts";
import { ACCESS_TOKEN_SECONDS, CODE_SECONDS, INTERACTION_SECONDS } from "./lifetimes.ts";

export function createProvider(): Provider {
  const { baseUrl, logLevel } = config();
  const provider = new Provider(baseUrl, configuration());
  applyClientRules(provider);
  nameTokens(provider);
  provider.registerGrantType("refresh_token", answerRefresh, [
    "refresh_token",
    "scope",
    "resource",
  ]);
  forgetSessions(provider);
  answerInQuery(provider);
  guardRedirects(provider);
  logReasons(provider);
  logFailures(provider, createLogger("oauth", logLevel));
  return provider;
}

function configuration(): Configuration {
  const { sessionSecret, sessionSecretPrevious } = config();
  const { features, ...clients } = clientConfiguration();
  return {
    ...clients,
    clientDefaults: { ...clients.clientDefaults, id_token_signed_response_alg: "ES256" },
    adapter: adapterOf,
    jwks: { keys: [keyOfNothing()] },
    cookies: {
      keys: [sessionSecret, sessionSecretPrevious]
        .filter((one) => one !== undefined)
        .map(cookieKey),
      names: { interaction: "svc.oauth", resume: "svc.oauth.resume", session: "svc.oauth.session" },
      short: { httpOnly: true, sameSite: "lax", signed: true },
      long: { httpOnly: true, sameSite: "lax", signed: true, path: OAUTH_PATHS.authorization },
    },
    routes: {
      authorization: OAUTH_PATHS.authorization,
      token: OAUTH_PATHS.token,
      revocation: OAUTH_PATHS.revocation,
      pushed_authorization_request: OAUTH_PATHS.pushedRequests,
    },
    scopes: [...SCOPES],
    claims: {},
    responseTypes: ["code"],
    pkce,
    allowOmittingSingleRegisteredRedirectUri: false,
    extraParams: requiredParameters,
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: CODE_SECONDS,
      Interaction: INTERACTION_SECONDS,
      Session: INTERACTION_SECONDS,
      RefreshToken: ({ oidc }) => Math.max(1, oidc.entities.Grant?.remainingTTL ?? 1),
    },
    features: { ...features, ...ownFeatures() },
    interactions: { policy: decisionEachTime(), url: (_ctx, { uid }) => consentPath(uid) },
    loadExistingGrant: grantOfDecision,
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    // Revoking a token ends the grant, and a code or token that is sent twice was stolen.
    revokeGrantPolicy: () => true,
    expiresWithSession: () => false,
    clientBasedCORS: () => true,
    // A deleted account has no grants.
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    renderError: renderOAuthError,
  };
}

function ownFeatures(): Configuration["features"] {
  return {
    devInteractions: { enabled: false },
    // This service does not verify its proofs.
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource(),
      getResourceServerInfo: (_ctx, requested) => {
        if (requested !== resource()) throw new errors.InvalidTarget();
        return { scope: SCOPES.join(" "), audience: resource(), accessTokenFormat: "opaque" };
      },
      useGrantedResource: () => true,
    },
    revocation: {
      enabled: true,
      allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
    },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  };
}

/** The provider requires a signing key, although there are no ID tokens. */
function keyOfNothing() {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return privateKey.export({ format: "jwk" }) as { kty: "EC" };
}

function cookieKey(secret: Secret): Buffer {
  return Buffer.from(hkdfSync("sha256", secret.reveal(), "", "oauth cookies v1", 32));
}

/**
 * The account and its scopes come from the result of this one authorization, independently of earlier grants, and the
 * result also satisfies any requested prompt.
 */
function decisionEachTime(): interactionPolicy.DefaultPolicy {
  const { Check, Prompt, base } = interactionPolicy;
  const policy = base();
  policy.remove("consent");
  const undecided = new Check("undecided", "the user has not decided", "consent_required", (ctx) =>
    ctx.oidc.result?.consent === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
  );
  policy.add(new Prompt({ name: "consent", requestable: true }, undecided));
  policy.add(new Prompt({ name: "select_account", requestable: true }));
  return policy;
}

async function grantOfDecision({ oidc }: KoaContextWithOIDC) {
  const grantId = oidc.result?.consent?.grantId;
  return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
}

function nameTokens({ AccessToken, RefreshToken }: Provider): void {
  const access: object = AccessToken.prototype;
  Object.assign(access, {
    generateTokenId(this: { format?: string }): string {
      this.format = "opaque";
      return newAccessToken();
    },
  });
  const refresh: object = RefreshToken.prototype;
  Object.assign(refresh, { generateTokenId: newRefreshToken });
}

/** A decision counts for its own authorization only, so it is not kept in a cookie. */
function forgetSessions(provider: Provider): void {
  provider.on("interaction.ended", ({ oidc }) => {
    Object.assign(oidc.session ?? {}, { destroyed: true });
  });
}

/** Requests for unsupported response types or modes are refused in the same way as all others. */
function answerInQuery(provider: Provider): void {
  const answer = ({ oidc }: KoaContextWithOIDC): void => {
    if (oidc.route === "authorization") {
      Object.assign(oidc.params ?? {}, { response_mode: "query" });
    }
  };
  provider.on("authorization.error", answer);
  provider.on("server_error", answer);
}

/** Adds the reason to the error, for developers. */
function logReasons(provider: Provider): void {
  const report = (ctx: KoaContextWithOIDC, error: OAuthErrors.OIDCProviderError) => {
    setRetryAfter(ctx, error);
    const { error_detail: detail } = error;
    const isOurs =
      error instanceof errors.InvalidGrant || error instanceof errors.InvalidClientAuth;
    if (!isOurs || detail === undefined) return;
    ctx.body = { error: error.error, error_description: detail };
  };
  provider.on("grant.error", report);
  provider.on("revocation.error", report);
  provider.on("pushed_authorization_request.error", report);
}

function logFailures(provider: Provider, log: Logger): void {
  provider.on("server_error", ({ path }, error) =>
    log.error({ err: error, path }, "the authorization server failed"),
  );
  // Without a listener Koa writes to the console. The provider's types omit this event.
  (provider as EventEmitter).on("error", (error: unknown) =>
    log.error({ err: error }, "the authorization server failed"),
  );
}
