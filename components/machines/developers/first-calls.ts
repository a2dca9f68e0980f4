/** The first call with each credential, complete and ready to paste. Tests run each one as shown. */
import { snippet } from "#components/machines/bot-keys/snippets.ts";
import { endpointOf, KEY_VARIABLE, listToolsCurl } from "#components/machines/parts/snippets.ts";

export type CallKind = "public" | "session" | "mcp" | "assistant" | "bot" | "venue";

export type FirstCall = {
  kind: CallKind;
  /** Names of the variables that hold the credential. */
  variables: readonly string[];
  curl: string;
  typescript: string;
  python: string;
};

/** Without a trailing slash. */
export type Addresses = { baseUrl: string; venueUrl: string };

export function firstCalls({ baseUrl, venueUrl }: Addresses): FirstCall[] {
  return [
    { kind: "public", variables: [], ...plain(`${baseUrl}/api/perps-dex/markets`) },
    bearer("session", `${baseUrl}/api/v1/sessions`, "SVC_SESSION_TOKEN"),
    bearer("mcp", `${baseUrl}/api/v1/mcp/keys/validate`, "SVC_MCP_KEY"),
    { kind: "assistant", variables: [KEY_VARIABLE], ...listTools(endpointOf(baseUrl)) },
    {
      kind: "bot",
      variables: ["BOT_KEY_ID", "BOT_KEY_SECRET"],
      curl: snippet("shell", baseUrl),
      typescript: snippet("typescript", baseUrl),
      python: snippet("python", baseUrl),
    },
    bearer("venue", `${venueUrl}/v1/accounts`, "SVC_VENUE_KEY"),
  ];
}

/** Twenty lines of an endless stream. */
export function streamCall({ baseUrl }: Addresses): string {
  return `curl -sSN '${baseUrl}/api/perps-dex/stream?market=BTCUSDC&events=mark,trades' | head -n 20\n`;
}

type Texts = Pick<FirstCall, "curl" | "typescript" | "python">;

function plain(url: string): Texts {
  return {
    curl: `curl -sS --fail-with-body '${url}'\n`,
    typescript: `const answer = await fetch("${url}");
if (!answer.ok) throw new Error(await answer.text());
console.log(await answer.json());
`,
    python: `import json, urllib.request

with urllib.request.urlopen("${url}", timeout=10) as answer:
    print(json.load(answer))
`,
  };
}

/** Lists the tools by a plain POST; the variable holds a key or an access token. */
function listTools(endpoint: string): Texts {
  return {
    curl: listToolsCurl(endpoint),
    typescript: `const answer = await fetch("${endpoint}", {
  method: "POST",
  headers: {
    authorization: "Bearer " + process.env.${KEY_VARIABLE},
    "content-type": "application/json",
  },
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
});
if (!answer.ok) throw new Error(await answer.text());
console.log(JSON.stringify(await answer.json(), null, 2));
`,
    python: `import json, os, urllib.request

headers = {
    "Authorization": "Bearer " + os.environ["${KEY_VARIABLE}"],
    "Content-Type": "application/json",
}
body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).encode()
request = urllib.request.Request("${endpoint}", data=body, headers=headers)
with urllib.request.urlopen(request, timeout=10) as answer:
    print(json.load(answer))
`,
  };
}

function bearer(kind: CallKind, url: string, variable: string): FirstCall {
  return {
    kind,
    variables: [variable],
    curl: `curl -sS --fail-with-body '${url}' -H "Authorization: Bearer $${variable}"\n`,
    typescript: `const answer = await fetch("${url}", {
  headers: { authorization: "Bearer " + process.env.${variable} },
});
if (!answer.ok) throw new Error(await answer.text());
console.log(await answer.json());
`,
    python: `import json, os, urllib.request

headers = {"Authorization": "Bearer " + os.environ["${variable}"]}
request = urllib.request.Request("${url}", headers=headers)
with urllib.request.urlopen(request, timeout=10) as answer:
    print(json.load(answer))
`,
  };
}
