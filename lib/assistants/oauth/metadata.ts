/** The discovery document (RFC 8414), which lists only supported features. */
import { z } from "zod";
import { clientConfiguration } from "#lib/assistants/oauth-clients/configuration.ts";
import { config } from "#lib/platform/config/config.ts";
import { OAUTH_PATHS } from "#lib/protocol/oauth-addresses.ts";
import { SCOPES } from "#lib/protocol/scopes.ts";
import { PKCE_METHODS } from "./_pkce.ts";

const at = (path: string) => z.url().meta({ examples: [`https://app.example${path}`] });
const authMethods = z
  .array(z.enum(["none", "client_secret_basic", "client_secret_post"]))
  .meta({ examples: [["none", "client_secret_basic", "client_secret_post"]] });

export const OauthMetadata = z.strictObject({
  issuer: at(""),
  authorization_endpoint: at(OAUTH_PATHS.authorization),
  token_endpoint: at(OAUTH_PATHS.token),
  revocation_endpoint: at(OAUTH_PATHS.revocation),
  userinfo_endpoint: at(OAUTH_PATHS.userinfo),
  pushed_authorization_request_endpoint: at(OAUTH_PATHS.pushedRequests),
  registration_endpoint: at(OAUTH_PATHS.registration),
  scopes_supported: z.array(z.enum(SCOPES)).meta({ examples: [[...SCOPES]] }),
  response_types_supported: z.tuple([z.literal("code")]),
  response_modes_supported: z.tuple([z.literal("query")]),
  grant_types_supported: z
    .array(z.enum(["authorization_code", "refresh_token"]))
    .meta({ examples: [["authorization_code", "refresh_token"]] }),
  code_challenge_methods_supported: z.tuple([z.literal(PKCE_METHODS[0])]),
  token_endpoint_auth_methods_supported: authMethods,
  revocation_endpoint_auth_methods_supported: authMethods,
  authorization_response_iss_parameter_supported: z.literal(true),
  request_parameter_supported: z.literal(false),
  request_uri_parameter_supported: z.literal(false),
  client_id_metadata_document_supported: z.literal(true),
  service_documentation: at("/developers"),
});

export function oauthMetadata() {
  const { baseUrl } = config();
  const { clientAuthMethods: methods, discovery } = clientConfiguration();
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}${OAUTH_PATHS.authorization}`,
    token_endpoint: `${baseUrl}${OAUTH_PATHS.token}`,
    revocation_endpoint: `${baseUrl}${OAUTH_PATHS.revocation}`,
    userinfo_endpoint: `${baseUrl}${OAUTH_PATHS.userinfo}`,
    pushed_authorization_request_endpoint: `${baseUrl}${OAUTH_PATHS.pushedRequests}`,
    scopes_supported: SCOPES,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: PKCE_METHODS,
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    authorization_response_iss_parameter_supported: true,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    service_documentation: `${baseUrl}/developers`,
    ...discovery,
  };
}
