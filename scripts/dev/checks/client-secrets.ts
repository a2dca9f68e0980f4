/**
 * Scans everything that a browser can get for secrets: each file of the client build, and the HTML and
 * flight payloads of the pages, both signed out and signed in with a venue key on the server, an MCP key
 * and a bot key.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ALL_PAGES } from "#components/frame/pages/pages.ts";
import { Wallet } from "#lib/kernel/wallet.ts";
import { answerOf, MadeKey } from "#scripts/dev/clients/answer-of.ts";
import { AppVisitor } from "#scripts/dev/clients/wallet-session.ts";
import { runningStack } from "#scripts/dev/stack/running-stack.ts";
import { findSecrets } from "./secret-patterns.ts";

const PAGES = [
  ...ALL_PAGES.map(({ path, example = path }) => example),
  "/trade/ETHUSDC",
  "/trade/SOLUSDC",
  "/trade/NOPE",
  "/nothing-here",
  "/docs/reference/oauth",
  "/docs/reference/mcp-keys",
];

const KNOWN_PAGE = "/trade/BTCUSDC";
const CONTENT_TYPE = { HTML: "text/html", "flight payload": "text/x-component" } as const;

type Source = { name: string; text: string };

function clientFiles(): Source[] {
  const folder = fileURLToPath(new URL("../../../.next/static", import.meta.url));
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
  const response = await inTime(visitor, page, headers);
  const location = response.headers.get("location");
  if (location === null) return response;
  const { pathname, search } = new URL(location, "http://app");
  return inTime(visitor, pathname + search, headers);
}

/** All pages at once are more than one address may ask for. */
async function inTime(visitor: AppVisitor, page: string, headers: HeadersInit): Promise<Response> {
  for (;;) {
    const response = await visitor.request(page, { headers });
    if (response.status !== 429) return response;
    await sleep(1_000 * Number(response.headers.get("retry-after") ?? 1));
  }
}

function expectPage(response: Response, kind: keyof typeof CONTENT_TYPE): void {
  const type = response.headers.get("content-type") ?? "none";
  if (response.status === 200 && type.startsWith(CONTENT_TYPE[kind])) return;
  throw new Error(`${KNOWN_PAGE} did not answer with ${kind}: ${response.status}, ${type}`);
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
    made.push((await answerOf(response, MadeKey)).secret);
  }
  return made;
}

const { endpoints, secrets } = runningStack();
const visitor = new AppVisitor(endpoints.app);
const signedOut = await pages(visitor, "signed out");
// No other test trades as the partner persona, so this key disturbs none.
await visitor.signIn(endpoints.personas.partner);
// Only with a key of this account at the server is there something to leak.
await visitor.createVenueKey(Wallet.ofHex(endpoints.personas.partner.seed), "secret scan");
const made = await makeKeys(visitor);
const signedIn = await pages(visitor, "signed in");

const sources = [...clientFiles(), ...signedOut, ...signedIn];
const findings = sources.flatMap(({ name, text }) =>
  findSecrets(text, [...secrets, ...made]).map((finding) => `${name}: ${finding}`),
);
for (const finding of findings) console.error(finding);
console.log(`${sources.length} files and answers scanned, ${findings.length} findings`);
process.exit(findings.length > 0 ? 1 : 0);
