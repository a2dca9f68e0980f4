/**
 * OAuth 2.1 by hand: steps to paste into one shell, one after the other. Each sets the variables of the next. Tests run them as
 * shown, on this page and in docs/api/oauth.md.
 */
import { callToolCurl, endpointOf, SAMPLE_PROPOSAL } from "#components/machines/parts/snippets.ts";

/** Where the sample program listens. Any port will do. */
export const SAMPLE_PORT = 8976;
const SAMPLE_REDIRECT = `http://127.0.0.1:${SAMPLE_PORT}/callback`;
const TOKEN = "SVC_ACCESS_TOKEN";
const SCOPES = "read:market read:chat trade:execute";

export const OAUTH_STEPS = [
  "discover",
  "register",
  "authorize",
  "token",
  "call",
  "propose",
  "refresh",
  "revoke",
] as const;
export type OauthStep = (typeof OAUTH_STEPS)[number];

export type OauthCall = {
  step: OauthStep;
  /** Set by the steps before. */
  variables: readonly string[];
  text: string;
};

/** `baseUrl`: the issuer, without a trailing slash. */
export function oauthCalls(baseUrl: string): OauthCall[] {
  const of = (step: OauthStep, variables: readonly string[], text: string): OauthCall => ({
    step,
    variables,
    text,
  });
  return [
    of("discover", [], curl(`${baseUrl}/.well-known/oauth-authorization-server`)),
    of("register", [], registration(baseUrl)),
    of("authorize", ["SVC_CLIENT_ID"], authorization(baseUrl)),
    of("token", ["SVC_CLIENT_ID", "SVC_STATE", "SVC_VERIFIER"], exchange(baseUrl)),
    of("call", [TOKEN], callToolCurl(endpointOf(baseUrl), undefined, TOKEN)),
    of("propose", [TOKEN], proposal(baseUrl)),
    of("refresh", ["SVC_CLIENT_ID", "SVC_REFRESH_TOKEN"], refresh(baseUrl)),
    of(
      "revoke",
      ["SVC_CLIENT_ID", "SVC_REFRESH_TOKEN"],
      curl(`${baseUrl}/oauth/revoke`, CLIENT, '-d "token=$SVC_REFRESH_TOKEN"'),
    ),
  ];
}

const CLIENT = '-d "client_id=$SVC_CLIENT_ID"';

function curl(url: string, ...fields: string[]): string {
  return `curl -sS --fail-with-body '${url}'${fields.map((field) => ` \\\n  ${field}`).join("")}\n`;
}

/** Runs a command, prints its answer, and keeps some of the answer's texts. `variables`: by the names of fields. */
function keeping(
  answer: string,
  command: string,
  variables: Readonly<Record<string, string>>,
): string {
  const lines = Object.entries(variables).map(
    ([field, variable]) =>
      `${variable}=$(printf %s "$${answer}" | sed -n 's/.*"${field}":"\\([^"]*\\)".*/\\1/p')\n`,
  );
  return `${answer}=$(${command.trimEnd()})\nprintf '%s\\n' "$${answer}"\n${lines.join("")}`;
}

function registration(baseUrl: string): string {
  const metadata = {
    client_name: "My program",
    redirect_uris: [SAMPLE_REDIRECT],
    grant_types: ["authorization_code", "refresh_token"],
    token_endpoint_auth_method: "none",
  };
  const call = curl(
    `${baseUrl}/oauth/register`,
    "-H 'Content-Type: application/json'",
    `-d '${JSON.stringify(metadata)}'`,
  );
  return keeping("SVC_CLIENT", call, { client_id: "SVC_CLIENT_ID" });
}

/** Creates the verifier and prints the address to open. */
function authorization(baseUrl: string): string {
  const query = [
    "response_type=code",
    "client_id=$SVC_CLIENT_ID",
    `redirect_uri=${encodeURIComponent(SAMPLE_REDIRECT)}`,
    "code_challenge=$SVC_CHALLENGE",
    "code_challenge_method=S256",
    `scope=${encodeURIComponent(SCOPES)}`,
    "state=$SVC_STATE",
  ];
  return `SVC_VERIFIER=$(openssl rand -hex 32)
SVC_STATE=$(openssl rand -hex 16)
SVC_CHALLENGE=$(printf %s "$SVC_VERIFIER" | openssl dgst -sha256 -binary | openssl base64 -A | tr '+/' '-_' | tr -d '=')
echo "Open: ${baseUrl}/oauth/authorize?${query.join("&")}"
`;
}

/** Waits for the browser, and exchanges the code at once: a code is valid for 60 seconds. */
function exchange(baseUrl: string): string {
  const call = curl(
    `${baseUrl}/oauth/token`,
    "-d grant_type=authorization_code",
    CLIENT,
    `-d 'redirect_uri=${SAMPLE_REDIRECT}'`,
    '-d "code=$SVC_CODE"',
    '-d "code_verifier=$SVC_VERIFIER"',
  );
  const variables = { access_token: TOKEN, refresh_token: "SVC_REFRESH_TOKEN" };
  return `SVC_CODE=$(SVC_STATE=$SVC_STATE node -e '
require("node:http").createServer((request, response) => {
  const { searchParams: answer } = new URL(request.url, "http://127.0.0.1");
  response.setHeader("connection", "close");
  if (answer.get("state") !== process.env.SVC_STATE) return response.end("Another answer is awaited here.");
  if (answer.has("error")) console.error(answer.get("error"), answer.get("error_description"));
  else console.log(answer.get("code"));
  response.end("You can close this window.", () => process.exit());
}).listen(${SAMPLE_PORT}, "127.0.0.1", () => console.error("Waiting at ${SAMPLE_REDIRECT}"))')
echo "Code: $SVC_CODE"
${keeping("SVC_TOKENS", call, variables)}`;
}

/** An order that waits for its owner. */
function proposal(baseUrl: string): string {
  const call = callToolCurl(endpointOf(baseUrl), SAMPLE_PROPOSAL, TOKEN);
  return `${keeping("SVC_ORDER", call, { approval_url: "SVC_APPROVAL_URL" })}echo "Sign or decline it at: $SVC_APPROVAL_URL"
`;
}

function refresh(baseUrl: string): string {
  const call = curl(
    `${baseUrl}/oauth/token`,
    "-d grant_type=refresh_token",
    CLIENT,
    '-d "refresh_token=$SVC_REFRESH_TOKEN"',
  );
  return keeping("SVC_TOKENS", call, {
    access_token: TOKEN,
    refresh_token: "SVC_REFRESH_TOKEN",
  });
}
