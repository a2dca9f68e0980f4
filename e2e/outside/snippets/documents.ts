/** What is run: the documents of the repository, and the pages by the functions that make their texts. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { variables } from "#components/machines/bot-keys/snippets.ts";
import {
  type Addresses,
  firstCalls,
  streamCall,
} from "#components/machines/developers/first-calls.ts";
import { oauthCalls } from "#components/machines/developers/oauth-calls.ts";
import { tourCalls } from "#components/machines/developers/tour-calls.ts";
import { PLACEHOLDER, setUpOf } from "#components/machines/mcp-keys/snippets.ts";
import * as connect from "#components/machines/parts/snippets.ts";
import { type Block, blocksOf, type Language } from "./blocks.ts";

export const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

export type SnippetDocument = {
  name: string;
  blocks: readonly Block[];
  /** The blocks need the variables of a demo wallet, and do not make one. */
  needsWallet: boolean;
  /** What a reader must see in the output. */
  expected: readonly RegExp[];
};

const API = "docs/api";

/** Found in the output of a document. A document that is not named shows no answer that it would have to. */
const EXPECTED: Readonly<Record<string, readonly RegExp[]>> = {
  "README.md": [/"asks"/, /^key revoked: /m, /^event: /m],
  [`${API}/README.md`]: [
    /^key revoked: /m,
    /credited 25 USDC/,
    /canceled \d+/,
    /free_collateral/,
    / 0 differences/,
  ],
  [`${API}/bot.md`]: [/tbk_[0-9a-f]{24}/, /"results": ?\[\]/],
  [`${API}/calendar.md`]: [/"results":/],
  [`${API}/catalysts.md`]: [/"known_at"/, /structuredContent/],
  [`${API}/highlights.md`]: [/"results":/],
  [`${API}/mcp-keys.md`]: [/"valid":true/],
  [`${API}/mcp.md`]: [/stage_order/, /"mark_price"/, /"approval_url":"http/],
  [`${API}/oauth.md`]: [/svc_at_/, /"mark_price"/, /Sign or decline it at: http/],
  [`${API}/onramp.md`]: [/"checkout_url":"http/],
  [`${API}/partner.md`]: [/"level":/, /^SIGNED by /m],
  [`${API}/pushes.md`]: [/"unread":/, /"preferences":/],
  [`${API}/signals.md`]: [/"judged_until"/],
  [`${API}/streams.md`]: [/^event: /m],
  [`${API}/swaps.md`]: [/^finalized: /m, /"pool:SOL-USDC"/],
  [`${API}/webhooks.md`]: [/agentic\.intent \{/, /"is_signed":true/, /"deliveries":\[\{/],
};

export function markdownDocuments(): SnippetDocument[] {
  const api = readdirSync(join(ROOT, API)).filter((name) => name.endsWith(".md"));
  return ["README.md", ...api.toSorted().map((name) => `${API}/${name}`)].map((name) => {
    const blocks = blocksOf(name, readFileSync(join(ROOT, name), "utf8"));
    const isSelfMade = blocks.some(({ text }) => text.includes("demo-wallet.mjs"));
    return { name, blocks, needsWallet: !isSelfMade, expected: EXPECTED[name] ?? [] };
  });
}

/** Its name, its language and the text. */
type Part = [kind: string, language: Language, text: string];
type Made = { language: Language; make: (endpoint: string) => string };

/** The texts of `/connect`. What the module exports is named here, and undefined is not a text to paste. */
const CONNECT = {
  KEY_VARIABLE: undefined,
  SAMPLE_PROPOSAL: undefined,
  endpointOf: undefined,
  isLoopback: undefined,
  cursorLink: undefined,
  claudeCodeCommand: { language: "sh", make: connect.claudeCodeCommand },
  claudeCodeFile: { language: "json", make: connect.claudeCodeFile },
  cursorFile: { language: "json", make: connect.cursorFile },
  cursorKeyFile: { language: "json", make: connect.cursorKeyFile },
  vscodeFile: { language: "json", make: connect.vscodeFile },
  vscodeCommand: { language: "sh", make: connect.vscodeCommand },
  vscodeKeyFile: { language: "json", make: connect.vscodeKeyFile },
  inspectorCommand: { language: "sh", make: connect.inspectorCommand },
  inspectorKeyCommand: { language: "sh", make: connect.inspectorKeyCommand },
  listToolsCurl: { language: "sh", make: connect.listToolsCurl },
  callToolCurl: { language: "sh", make: connect.callToolCurl },
} as const satisfies Record<keyof typeof connect, Made | undefined>;

/** The first calls, in every language. */
const ANSWERS = [
  /BTCUSDC/,
  /ses_[0-9a-f]{24}/,
  /mcp_[0-9a-f]{24}/,
  /get_price/,
  /tbk_[0-9a-f]{24}/,
  /free_collateral/,
];

export function pageDocuments(addresses: Addresses & { sandboxUrl: string }): SnippetDocument[] {
  const { baseUrl } = addresses;
  const endpoint = connect.endpointOf(baseUrl);
  const page = (name: string, parts: Part[], expected: RegExp[]) => ({
    name,
    blocks: parts.map(([kind, language, text]) => ({
      location: `${name}: ${kind}`,
      language,
      text,
    })),
    needsWallet: true,
    expected,
  });
  const tour = tourCalls(addresses).map(({ step, text }) => sh(`tour-${step}`, text));
  const oauth = oauthCalls(baseUrl).map(({ step, text }) => sh(`oauth-${step}`, text));
  const connected = Object.entries(CONNECT).flatMap(([name, made]): Part[] =>
    made === undefined ? [] : [[name, made.language, made.make(endpoint)]],
  );
  const calls = firstCallParts(addresses);
  const { env, curl, ...files } = setUpOf(endpoint, PLACEHOLDER);
  // The page shows the key in place of the placeholder.
  const withKey = (text: string) => text.replace(PLACEHOLDER, "$SVC_MCP_KEY");
  return [
    page(
      "/developers",
      calls.filter(([, language]) => language !== "ts"),
      [...ANSWERS, /^event: /m],
    ),
    page(
      "/developers (TypeScript)",
      calls.filter(([, language]) => language === "ts"),
      ANSWERS,
    ),
    {
      ...page("/developers (tour)", tour, [
        /"mark_price"/,
        /credited 25 USDC/,
        /"approval_url":"http/,
        /canceled \d+/,
        /^finalized: /m,
        /"is_signed":true/,
      ]),
      needsWallet: false,
    },
    page("/developers (OAuth)", oauth, [/svc_at_/, /"mark_price"/, /Sign or decline it at: http/]),
    page("/connect", connected, [/get_price/, /"mark_price"/]),
    page(
      "/settings/mcp-keys",
      [
        sh("env", `${withKey(env)}\n`),
        sh("curl", withKey(curl)),
        ...Object.entries(files).map(([name, text]): Part => [name, "json", text]),
      ],
      [/get_price/],
    ),
    page("/settings/bot-keys", [sh("variables", variables("$BOT_KEY_ID", "$BOT_KEY_SECRET"))], []),
  ];
}

const sh = (kind: string, text: string): Part => [kind, "sh", text];

function firstCallParts(addresses: Addresses): Part[] {
  const calls = firstCalls(addresses).flatMap(({ kind, curl, typescript, python }) => [
    sh(`curl-${kind}`, curl),
    [`typescript-${kind}`, "ts", typescript] as Part,
    [`python-${kind}`, "python", python] as Part,
  ]);
  return [...calls, sh("curl-stream", streamCall(addresses))];
}
