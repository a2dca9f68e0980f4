/**
 * The steps of OAuth 2.1 as a program takes them, to be pasted into a shell one after the other. Tests run every one as it is
 * shown. What a step prints stands in the variables of the next.
 */

/** Where the sample program would listen; any port does. */
export const SAMPLE_REDIRECT = "http://127.0.0.1:8976/callback";

export type OauthStep = "discover" | "register" | "authorize" | "token" | "refresh" | "revoke";

export type OauthCall = { step: OauthStep; variables: readonly string[]; text: string };

const ask = (url: string, ...fields: string[]) =>
  `curl -sS --fail-with-body '${url}'${fields.map((field) => ` \\\n  ${field}`).join("")}\n`;

/** `baseUrl`: the issuer, without a slash at the end. */
export function oauthCalls(baseUrl: string): OauthCall[] {
  const client = `-d "client_id=$SVC_CLIENT_ID"`;
  const metadata = {
    client_name: "My program",
    redirect_uris: [SAMPLE_REDIRECT],
    grant_types: ["authorization_code", "refresh_token"],
    token_endpoint_auth_method: "none",
  };
  return [
    {
      step: "discover",
      variables: [],
      text: ask(`${baseUrl}/.well-known/oauth-authorization-server`),
    },
    {
      step: "register",
      variables: [],
      text: ask(
        `${baseUrl}/oauth/register`,
        "-H 'Content-Type: application/json'",
        `-d '${JSON.stringify(metadata)}'`,
      ),
    },
    { step: "authorize", variables: ["SVC_CLIENT_ID"], text: authorizeScript(baseUrl) },
    {
      step: "token",
      variables: ["SVC_CLIENT_ID", "SVC_CODE", "SVC_VERIFIER"],
      text: ask(
        `${baseUrl}/oauth/token`,
        "-d grant_type=authorization_code",
        client,
        `-d 'redirect_uri=${SAMPLE_REDIRECT}'`,
        `-d "code=$SVC_CODE"`,
        `-d "code_verifier=$SVC_VERIFIER"`,
      ),
    },
    {
      step: "refresh",
      variables: ["SVC_CLIENT_ID", "SVC_REFRESH_TOKEN"],
      text: ask(
        `${baseUrl}/oauth/token`,
        "-d grant_type=refresh_token",
        client,
        `-d "refresh_token=$SVC_REFRESH_TOKEN"`,
      ),
    },
    {
      step: "revoke",
      variables: ["SVC_CLIENT_ID", "SVC_REFRESH_TOKEN"],
      text: ask(`${baseUrl}/oauth/revoke`, client, `-d "token=$SVC_REFRESH_TOKEN"`),
    },
  ];
}

/** Makes the verifier and prints the address to open. */
function authorizeScript(baseUrl: string): string {
  const query = [
    "response_type=code",
    "client_id=$SVC_CLIENT_ID",
    `redirect_uri=${encodeURIComponent(SAMPLE_REDIRECT)}`,
    "code_challenge=$SVC_CHALLENGE",
    "code_challenge_method=S256",
    `scope=${encodeURIComponent("read:market read:chat")}`,
    "state=$SVC_STATE",
  ];
  return `SVC_VERIFIER=$(openssl rand -hex 32)
SVC_STATE=$(openssl rand -hex 16)
SVC_CHALLENGE=$(printf %s "$SVC_VERIFIER" | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d '=')
echo "Verifier: $SVC_VERIFIER"
echo "Open: ${baseUrl}/oauth/authorize?${query.join("&")}"
`;
}
