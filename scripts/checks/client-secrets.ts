/**
 * Scans everything that a browser can get for secrets: each file of the client build, and the HTML and
 * flight payloads of the pages, both signed out and signed in with a venue key on the server, an MCP key
 * and a bot key.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { encodeCreateApiKey } from "#lib/protocol/signing/signing.ts";
import { Wallet } from "#services/sandbox/venue/wallet.ts";
import { runningStack } from "./running-stack.ts";
import { findSecrets } from "./secret-patterns.ts";
import { AppVisitor } from "./wallet-session.ts";

const PAGES = [
  "/",
  "/trade/BTCUSDC",
  "/trade/ETHUSDC",
  "/trade/SOLUSDC",
  "/trade/NOPE",
  "/nothing-here",
  "/sign-in",
  "/settings",
  "/settings/sessions",
  "/settings/activity",
  "/settings/notifications",
  "/settings/mcp-keys",
  "/settings/bot-keys",
  "/settings/webhooks",
  "/swap",
  "/catalysts",
  "/calendar",
  "/catalysts/evt_none",
  "/catalysts/moves/mov_none",
  "/signals",
  "/signals/sig_none",
  "/account/swaps",
  "/account/points",
  "/settings/assistant",
  "/account/keys",
  "/developers",
  "/docs",
  "/docs/venue",
  "/docs/reference/trading",
  "/docs/reference/oauth",
  "/docs/reference/mcp-keys",
  "/vault",
  "/connect",
];

const KNOWN_PAGE = "/trade/BTCUSDC";
const CONTENT_TYPE = { HTML: "text/html", "flight payload": "text/x-component" } as const;

type Source = { name: string; text: string };

function clientFiles(): Source[] {
  const folder = fileURLToPath(new URL("../../.next/static", import.meta.url));
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ name: path, text: readFileSync(path, "latin1") }));
}

async function pages(visitor: AppVisitor, as: string): Promise<Source[]> {
  const sources: Source[] = [];
  for (const page of PAGES) {
    for (const [kind, headers] of [
      ["HTML", {}],
      ["flight payload", { RSC: "1" }],
    ] as const) {
      const response = await follow(visitor, page, headers);
      // A scan of error answers would find nothing and prove nothing.
      if (page === KNOWN_PAGE) expectPage(response, kind);
      const head = [...response.headers].map((header) => header.join(": ")).join("\n");
      sources.push({
        name: `${kind} of ${page}, ${as}`,
        text: `${head}\n${await response.text()}`,
      });
    }
  }
  return sources;
}

/** Next redirects a flight request without the `_rsc` parameter to the address that has it. */
async function follow(visitor: AppVisitor, page: string, headers: HeadersInit): Promise<Response> {
  const response = await visitor.request(page, { headers });
  const location = response.headers.get("location");
  if (location === null) return response;
  const { pathname, search } = new URL(location, "http://app");
  return visitor.request(pathname + search, { headers });
}

function expectPage(response: Response, kind: keyof typeof CONTENT_TYPE): void {
  const type = response.headers.get("content-type") ?? "none";
  if (response.status === 200 && type.startsWith(CONTENT_TYPE[kind])) return;
  throw new Error(`${KNOWN_PAGE} did not answer with ${kind}: ${response.status}, ${type}`);
}

/** Makes the server keep a venue key of this account, because only then there is something to leak. */
async function enableTrading(visitor: AppVisitor, seed: string): Promise<void> {
  const wallet = new Wallet(Buffer.from(seed, "hex"));
  const timestamp = Date.now();
  const key = { label: "secret scan", signer: null, expires_at: 0 };
  const payload = encodeCreateApiKey({ ...key, expires_at: 0n }, BigInt(timestamp));
  const response = await visitor.request("/api/venue/key", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...wallet.sign("create_api_key", payload, timestamp),
    },
    body: JSON.stringify(key),
  });
  if (response.status !== 201) {
    throw new Error(`No venue key could be made: ${response.status} ${await response.text()}`);
  }
}

/** Makes a key of each kind that a person can make, and returns their secrets, which only these two answers contain. */
async function makeKeys(visitor: AppVisitor): Promise<string[]> {
  const made: string[] = [];
  for (const [path, body] of [
    ["/api/v1/mcp/keys", { name: "secret scan" }],
    ["/api/v1/bot/keys", { name: "secret scan", allowlist: ["127.0.0.1"] }],
  ] as const) {
    const response = await visitor.request(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const { secret } = (await response.json()) as { secret?: string };
    if (secret === undefined) throw new Error(`${path} made no key: ${response.status}`);
    made.push(secret);
  }
  return made;
}

const { endpoints, secrets } = runningStack();
const visitor = new AppVisitor(endpoints.app);
const signedOut = await pages(visitor, "signed out");
// No other test trades as the partner persona, so this key disturbs none.
await visitor.signIn(endpoints.personas.partner);
await enableTrading(visitor, endpoints.personas.partner.seed);
const made = await makeKeys(visitor);
const signedIn = await pages(visitor, "signed in");

const sources = [...clientFiles(), ...signedOut, ...signedIn];
const findings = sources.flatMap(({ name, text }) =>
  findSecrets(text, [...secrets, ...made]).map((finding) => `${name}: ${finding}`),
);
for (const finding of findings) console.error(finding);
console.log(`${sources.length} files and answers scanned, ${findings.length} findings`);
process.exit(findings.length > 0 ? 1 : 0);
