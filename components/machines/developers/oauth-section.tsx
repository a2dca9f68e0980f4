/** OAuth 2.1 step by step, and the tools of the assistant endpoint. Rendered on the server. */

import { Code, CodeBlock, Section, Table } from "#components/machines/parts/document-parts.tsx";
import type { Scope } from "#lib/protocol/scopes.ts";
import type { DevelopersText } from "./load-messages.ts";

const PARAMETERS = [
  ["response_type", "code"],
  ["client_id", undefined],
  ["redirect_uri", undefined],
  ["code_challenge", undefined],
  ["code_challenge_method", "S256"],
  ["scope", undefined],
  ["state", undefined],
] as const;

export function Oauth({ baseUrl, text }: { baseUrl: string; text: DevelopersText }) {
  return (
    <Section id="oauthSteps" title={text("oauthSteps")} intro={text("oauthIntro")}>
      {oauthCalls(baseUrl).map(({ step, variables, text: call }) => {
        const name = text(`oauth_${step}`);
        return (
          <div key={step} className="flex min-w-0 flex-col gap-2">
            <h3 className="text-sm font-medium">{name}</h3>
            <p className="max-w-2xl text-xs text-ink-muted">{text(`oauth_${step}_text`)}</p>
            {variables.length > 0 ? (
              <p className="flex flex-wrap items-baseline gap-2 text-xs text-ink-muted">
                {text("variables")}
                {variables.map((variable) => (
                  <Code key={variable}>{variable}</Code>
                ))}
              </p>
            ) : null}
            <CodeBlock kind={`oauth-${step}`} what={`OAuth: ${name}`} text={call} />
            {step === "authorize" ? <Parameters text={text} /> : null}
          </div>
        );
      })}
      <p className="max-w-2xl text-xs text-ink-muted">{text("oauthMore")}</p>
    </Section>
  );
}

function Parameters({ text }: { text: DevelopersText }) {
  return (
    <Table
      label={text("oauthParameters")}
      head={[text("parameter"), text("value")]}
      rows={PARAMETERS.map(([name, value]) => [
        <Name key={name}>{name}</Name>,
        value === undefined ? text(`oauth_${name}`) : <Code key="value">{value}</Code>,
      ])}
    />
  );
}

/** A name that does not wrap. */
function Name({ children }: { children: string }) {
  return (
    <span className="whitespace-nowrap">
      <Code>{children}</Code>
    </span>
  );
}

/** `about`: the tool's description for assistants, in English. */
export type ToolRow = { name: string; scope: Scope; about: string };

export function Tools({ tools, text }: { tools: readonly ToolRow[]; text: DevelopersText }) {
  return (
    <Section id="tools" title={text("tools")} intro={text("toolsIntro")}>
      <Table
        label={text("tools")}
        head={[text("tool"), text("scope"), text("about")]}
        rows={tools.map(({ name, scope, about }) => [
          <Name key="name">{name}</Name>,
          <Name key="scope">{scope}</Name>,
          <span key="about" lang="en" dir="ltr" className="block min-w-60">
            {about}
          </span>,
        ])}
      />
      <p className="max-w-2xl text-xs text-ink-muted">{text("toolsApproval")}</p>
    </Section>
  );
}

/**
 * The steps of OAuth 2.1 for a program, to be pasted into a shell one after the other. Tests run each one as shown. The
 * output of a step fills the variables of the next.
 */

/** Where the sample program would listen, on any port. */
const SAMPLE_REDIRECT = "http://127.0.0.1:8976/callback";

type OauthStep = "discover" | "register" | "authorize" | "token" | "refresh" | "revoke";

type OauthCall = { step: OauthStep; variables: readonly string[]; text: string };

const ask = (url: string, ...fields: string[]) =>
  `curl -sS --fail-with-body '${url}'${fields.map((field) => ` \\\n  ${field}`).join("")}\n`;

/** `baseUrl`: the issuer, without a trailing slash. */
function oauthCalls(baseUrl: string): OauthCall[] {
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

/** Creates the verifier and prints the address to open. */
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
