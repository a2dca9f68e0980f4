/** The OpenID provider itself: one client, authorization code with PKCE, consent as given. */
import type { EventEmitter } from "node:events";
import Provider, {
  type Configuration,
  interactionPolicy,
  type KoaContextWithOIDC,
} from "oidc-provider";
import type { Secret } from "#lib/kernel/env.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import type { Accounts } from "./accounts.ts";
import type { IdentityKeys } from "./keys.ts";
import { problemPage } from "./login-page.ts";
import type { MemoryStore } from "./memory-store.ts";

const CALLBACK_PATH = "/api/auth/callback/oidc";
/** Seconds. */
const TTL = {
  AccessToken: 3600,
  AuthorizationCode: 60,
  Grant: 3600,
  IdToken: 3600,
  Interaction: 1800,
  Session: 1800,
};

export type Registration = {
  clientId: string;
  clientSecret: Secret;
  /** Where the one client runs. */
  appUrl: string;
};

export type ProviderParts = {
  /** Ends in the path under which the provider is mounted. */
  issuer: string;
  registration: Registration;
  keys: IdentityKeys;
  accounts: Accounts;
  store: MemoryStore;
  log: Logger;
};

/** A provider that signs with the first of `keys`. A second provider with the same store continues what this one began. */
export function createProvider(parts: ProviderParts): Provider {
  const { issuer, keys, store, log } = parts;
  const provider = new Provider(issuer, {
    adapter: (kind) => store.adapterOf(kind),
    clients: [clientOf(parts.registration)],
    jwks: { keys: keys.signing_keys },
    cookies: { keys: keys.cookie_keys, long: { path: new URL(issuer).pathname } },
    ...claimsOf(parts.accounts),
    responseTypes: ["code"],
    pkce: { required: () => true },
    // This provider keeps no session that tokens could end with.
    expiresWithSession: () => false,
    ttl: TTL,
    clientBasedCORS: () => false,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    interactions: {
      policy: askEachTime(),
      url: (_context, { uid }) => `${new URL(issuer).pathname}/interaction/${uid}`,
    },
    loadExistingGrant: grantRequested,
    renderError: (context, { error, error_description }) => {
      problemPage(context.res, context.status, `${error}: ${error_description ?? ""}`);
      context.respond = false;
    },
  });
  const report = (error: unknown): void =>
    log.warn({ err: error }, "the simulated identity provider failed");
  provider.on("server_error", (_context, error) => report(error));
  // Without a listener the framework below it writes to the console. Its types leave this event out.
  (provider as EventEmitter).on("error", report);
  return provider;
}

function clientOf({ clientId, clientSecret, appUrl }: Registration) {
  const app = new URL(appUrl);
  const origins = [app.origin];
  // A browser may have been given either name of this machine.
  if (app.hostname === "localhost") origins.push(app.origin.replace("localhost", "127.0.0.1"));
  return {
    client_id: clientId,
    client_secret: clientSecret.reveal(),
    redirect_uris: origins.map((origin) => `${origin}${CALLBACK_PATH}`),
    grant_types: ["authorization_code"],
    response_types: ["code" as const],
    require_auth_time: true,
  };
}

function claimsOf(accounts: Accounts): Configuration {
  return {
    scopes: ["openid", "email", "profile"],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    // In the ID token as well as at the userinfo endpoint: a client may read either.
    conformIdTokenClaims: false,
    findAccount: (_context, sub) => {
      const account = accounts.find(sub);
      if (!account) return undefined;
      const { email, name } = account;
      return { accountId: sub, claims: () => ({ sub, email, email_verified: true, name }) };
    },
  };
}

function askEachTime(): interactionPolicy.DefaultPolicy {
  const { Check, base } = interactionPolicy;
  const policy = base();
  policy
    .get("login")
    ?.checks.add(
      new Check("each_time", "The person is asked each time", "login_required", ({ oidc }) =>
        oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    );
  return policy;
}

/** Grants consent without a second page, as nothing but a sign-in is asked for. */
async function grantRequested({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider } = oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope([...oidc.requestParamOIDCScopes].join(" "));
  await grant.save();
  return grant;
}
