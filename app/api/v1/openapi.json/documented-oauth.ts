/** Describes the operations of the authorization server (docs/api/oauth.md), with the forms of RFC 6749, 7009, 7591 and 9126. */
import { z } from "zod";
import { OAUTH_PATHS } from "#lib/protocol/oauth-addresses.ts";
import { SCOPES } from "#lib/protocol/scopes.ts";
import { limitText } from "#lib/server/openapi/credentials.ts";
import type { DescribedAnswer, DescribedOperation } from "#lib/server/openapi/described.ts";

const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";
const HTML = "text/html";

const CLIENT = "client_0123456789abcdef01234567";
const REDIRECT = "http://127.0.0.1:8976/callback";
const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
// Without the characters that follow: no page shows what looks like a credential.
const REFRESH = "svc_rt_…";
const ACCESS = "svc_at_…";
const SECRET = "svc_cs_…";

const text = (description: string, example: string) =>
  z.string().meta({ description, examples: [example] });

const scope = text(`Of ${SCOPES.join(", ")}, separated by spaces`, "read:market");
const clientId = text("The id of a registered client, or the address of its document", CLIENT);
const clientSecret = text(
  "Secret of a client that registered client_secret_post",
  SECRET,
).optional();

const AuthorizationRequest = z.object({
  response_type: z.literal("code"),
  client_id: clientId,
  redirect_uri: text("One that the client registered", REDIRECT),
  code_challenge: text("BASE64URL(SHA-256(verifier)), without padding", CHALLENGE),
  code_challenge_method: z.literal("S256"),
  scope,
  state: text("Returned unchanged, at most 2,048 characters", "af0ifjsldkj"),
  resource: text("The MCP server (RFC 8707)", "https://app.example/api/v1/mcp").optional(),
});

/** At the endpoint itself, a `request_uri` may stand for all others. */
const AuthorizationQuery = z.object({
  client_id: clientId,
  ...AuthorizationRequest.omit({ client_id: true }).partial().shape,
  request_uri: text(
    "In place of all other parameters, from POST /oauth/par",
    "urn:ietf:params:oauth:request_uri:abc",
  ).optional(),
});

const PushedRequest = z.object({
  ...AuthorizationRequest.shape,
  client_secret: clientSecret,
});

const PushedAnswer = z.object({
  request_uri: text(
    "Valid once, for the request_uri of /oauth/authorize",
    "urn:ietf:params:oauth:request_uri:abc",
  ),
  expires_in: z.int().meta({ description: "Seconds", examples: [60] }),
});

const CodeGrant = z.object({
  grant_type: z.literal("authorization_code"),
  client_id: clientId,
  client_secret: clientSecret,
  code: text("From the redirect; it works once, within 60 seconds", "0HAiwGsvyBZ1bFz9Lq2"),
  redirect_uri: text("As in the authorization", REDIRECT),
  code_verifier: text("Verifier of the challenge", VERIFIER),
});

const RefreshGrant = z.object({
  grant_type: z.literal("refresh_token"),
  client_id: clientId,
  client_secret: clientSecret,
  refresh_token: text("The latest one; each works once", REFRESH),
  scope: scope.optional(),
});

const Tokens = z.object({
  access_token: text("svc_at_ and 43 characters", ACCESS),
  token_type: z.literal("Bearer"),
  expires_in: z.int().meta({ description: "Seconds", examples: [3600] }),
  scope,
  refresh_token: text("Only for clients that registered refresh_token", REFRESH).optional(),
});

const Revocation = z.object({
  token: text("An access or refresh token of the connection", REFRESH),
  token_type_hint: z.enum(["refresh_token", "access_token"]).optional(),
  client_id: clientId,
  client_secret: clientSecret,
});

const redirects = z.array(z.string()).meta({
  description: "1 to 10: https, http of this machine, or a scheme of an app",
  examples: [[REDIRECT]],
});
const grantTypes = z
  .array(z.enum(["authorization_code", "refresh_token"]))
  .meta({ examples: [["authorization_code", "refresh_token"]] });
const authMethod = z.enum(["none", "client_secret_basic", "client_secret_post"]);
const page = (description: string) => text(description, "https://program.example/").optional();
const pages = {
  client_uri: page("The client's own page; shown as text"),
  logo_uri: page("Stored, not loaded"),
  policy_uri: page("Shown as text"),
  tos_uri: page("Shown as text"),
};

const Registration = z.object({
  client_name: text("Shown to the person", "My program").optional(),
  redirect_uris: redirects,
  grant_types: grantTypes.optional(),
  response_types: z.array(z.literal("code")).optional(),
  token_endpoint_auth_method: authMethod.optional(),
  application_type: z.enum(["web", "native"]).optional(),
  ...pages,
});

const RegisteredClient = z.object({
  client_id: text("Id of the client", CLIENT),
  client_id_issued_at: z.int().meta({ description: "Unix seconds", examples: [1_767_225_600] }),
  client_secret: text("In this answer only; absent for the method none", SECRET).optional(),
  client_secret_expires_at: z.literal(0).optional(),
  client_name: text("As it is shown", "My program").optional(),
  redirect_uris: redirects,
  grant_types: grantTypes,
  response_types: z.array(z.literal("code")),
  token_endpoint_auth_method: authMethod,
  application_type: z.enum(["web", "native"]).optional(),
  ...pages,
  scope: text("All scopes that can be requested", SCOPES.join(" ")),
});

const OauthError = z.object({
  error: text("Error code of the endpoint's RFC", "invalid_request"),
  error_description: text("For developers", "code_verifier is missing").optional(),
});

const refused = (description: string, limited = "oauth_requests") =>
  ({
    "400": oauthError(description),
    "413": oauthError("invalid_request: the body is larger than 64 KiB"),
    "429": oauthError(`temporarily_unavailable; nothing was done. ${limited}`),
    "503": oauthError("temporarily_unavailable: the service is starting or stopping"),
  }) satisfies Record<string, DescribedAnswer>;

function oauthError(description: string): DescribedAnswer {
  return { description, body: { type: JSON_TYPE, name: "OauthError", schema: OauthError } };
}

const LIMIT = limitText("oauth_requests");
/** Without a secret, or with the one of the registration in the header. */
const CLIENT_AUTH = [{}, { clientSecret: [] }];
const UNKNOWN_CLIENT = oauthError("invalid_client: the client is unknown, or the secret is wrong");
const A_CLIENT =
  "For a registered client: a public one names its client_id in the body, another one authenticates as it registered.";

export const OAUTH_OPERATIONS: readonly DescribedOperation[] = [
  {
    path: OAUTH_PATHS.authorization,
    method: "get",
    operationId: "authorize",
    summary: "Begins an authorization: leads the person's browser to the consent page",
    description:
      "Begins an authorization: leads the person's browser to the consent page. All parameters but resource are required, unless a request_uri stands for them. The browser returns to redirect_uri with code, state and iss, or with error.\n\nAnybody may call it: the person signs in on the way.",
    security: [],
    query: AuthorizationQuery,
    answers: {
      "303": {
        description: "To the consent page, or back to the client with an error",
        headers: location("https://app.example/oauth/consent/0123456789abcdef"),
        body: htmlPage("Redirecting"),
      },
      "400": {
        description:
          "A page for the person: an unknown client or redirect, or an error that is not sent to this redirect",
        body: htmlPage("This app is not known here"),
      },
      "429": {
        description: `A page for the person; nothing was done. ${LIMIT}`,
        body: htmlPage("Too many requests"),
      },
      "503": {
        description: "A page for the person: the service is starting or stopping",
        body: htmlPage("Not available just now"),
      },
    },
  },
  {
    path: OAUTH_PATHS.pushedRequests,
    method: "post",
    operationId: "pushAuthorizationRequest",
    summary: "Takes the parameters of an authorization ahead (RFC 9126)",
    description: `Takes the parameters of an authorization ahead (RFC 9126), and answers a request_uri for it.\n\n${A_CLIENT}`,
    security: CLIENT_AUTH,
    body: { type: FORM, name: "PushedAuthorizationRequest", schema: PushedRequest },
    answers: {
      "201": {
        description: "The address of the request",
        body: { type: JSON_TYPE, name: "PushedAuthorizationAnswer", schema: PushedAnswer },
      },
      "401": UNKNOWN_CLIENT,
      ...refused("invalid_request, invalid_scope, invalid_target", LIMIT),
    },
  },
  {
    path: OAUTH_PATHS.token,
    method: "post",
    operationId: "exchangeToken",
    summary: "Exchanges a code or a refresh token for tokens",
    description: `Exchanges a code or a refresh token for tokens. Each refresh token works once and returns the next.\n\n${A_CLIENT}`,
    security: CLIENT_AUTH,
    body: {
      type: FORM,
      name: "TokenRequest",
      schema: z.union([CodeGrant, RefreshGrant]),
      examples: {
        code: {
          summary: "The code of an authorization",
          value: {
            grant_type: "authorization_code",
            client_id: CLIENT,
            code: "0HAiwGsvyBZ1bFz9Lq2",
            redirect_uri: REDIRECT,
            code_verifier: VERIFIER,
          },
        },
        refresh: {
          summary: "The next access token",
          value: { grant_type: "refresh_token", client_id: CLIENT, refresh_token: REFRESH },
        },
      },
    },
    answers: {
      "200": {
        description: "The tokens; scope is what the person granted",
        body: { type: JSON_TYPE, name: "TokenAnswer", schema: Tokens },
      },
      "401": UNKNOWN_CLIENT,
      ...refused(
        "invalid_request, invalid_grant, unsupported_grant_type, invalid_scope, invalid_target",
        `${LIMIT}; ${limitText("oauth_rotations")}`,
      ),
    },
  },
  {
    path: OAUTH_PATHS.revocation,
    method: "post",
    operationId: "revokeToken",
    summary: "Ends the connection of a token (RFC 7009)",
    description: `Ends the connection of a token (RFC 7009), with everything that was issued for it. An unknown token answers 200 too.\n\n${A_CLIENT}`,
    security: CLIENT_AUTH,
    body: { type: FORM, name: "TokenRevocation", schema: Revocation },
    answers: {
      "200": { description: "The connection has ended" },
      "401": UNKNOWN_CLIENT,
      ...refused("invalid_request", LIMIT),
    },
  },
  {
    path: OAUTH_PATHS.registration,
    method: "post",
    operationId: "registerClient",
    summary: "Registers a client (RFC 7591)",
    description:
      "Registers a client (RFC 7591). Unknown fields are left out, as long as the client can work without them.\n\nAnybody may call it, without a credential.",
    security: [],
    body: { type: JSON_TYPE, name: "ClientRegistration", schema: Registration },
    answers: {
      "201": {
        description: "The client",
        body: { type: JSON_TYPE, name: "RegisteredClient", schema: RegisteredClient },
      },
      ...refused("invalid_redirect_uri, invalid_client_metadata", limitText("oauth_registrations")),
    },
  },
];

function location(example: string) {
  return {
    Location: { description: "Where the browser goes", schema: { type: "string" }, example },
  };
}

function htmlPage(title: string) {
  const schema = z.string().meta({ examples: [`<!doctype html><title>${title}</title>`] });
  return { type: HTML, name: "Page", schema };
}
