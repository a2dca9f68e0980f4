/** The discovery document (RFC 8414), which lists only supported features. */

import { clientConfiguration } from "#lib/assistants/oauth-clients/configuration.ts";
import { config } from "#lib/platform/config.ts";
import { OAUTH_PATHS } from "#lib/protocol/oauth-addresses.ts";
import { SCOPES } from "#lib/protocol/scopes.ts";

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
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    authorization_response_iss_parameter_supported: true,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    service_documentation: `${baseUrl}/developers`,
    ...discovery,
  };
}
