import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  list: "MCP keys",
  intro:
    "An MCP key lets your program or AI assistant use the MCP server as you. It can read prices, your positions and notes, and propose orders if you allow it.",
  kept: "We store only a fingerprint (SHA-256 hash) of each key and cannot show it again.",
  create: "New key",
  loading: "Loading keys",

  emptyTitle: "No MCP keys yet",
  emptyWhat: "An MCP key is a secret that a program sends with each call to {endpoint}.",
  emptyCan:
    "It can read markets, your positions, orders, notes and points. It expires after at most 365 days.",
  emptyCannot:
    "It cannot move funds, sign orders or create keys. An order that it proposes does nothing until you approve and sign it.",
  emptyBot: "For a trading bot that signs each call, create a bot key instead.",

  nameHint: "The program that will use it, so that you recognise it. At most 60 characters.",
  namePlaceholder: "e.g. home assistant",
  days: "Days until it expires",
  presets: "Presets",
  daysPreset: { one: "{count} day", other: "{count} days" },
  daysHint: "1 to 365. A short lifetime limits what a lost key can do.",
  daysWrong: "Enter whole days from 1 to 365.",
  orders: "May propose orders",
  ordersHint: "It can propose orders; nothing is placed until you review and sign it yourself.",
  webhooksHint:
    "It can register webhooks and read their deliveries, so it decides where your events are sent.",
  webhooks: "May manage webhooks",
  partnerRecords: "May read partner records",
  partnerRecordsHint:
    "It can read your level, referrals, earnings, links, payouts and statements, for example to import them every night. It changes nothing.",
  createTitle: "New MCP key",

  madeTitle: "Your new MCP key",
  secretKeeps:
    "Copy it now: it is shown only once. We store only a fingerprint (SHA-256 hash) of it. Anyone who has it can use the key.",
  secret: "Secret key",
  testOk: "It works: {state}, until {time}. It can: {scopes}.",
  testTools: { one: "{count} tool is available.", other: "{count} tools are available." },
  testNoTools: "The MCP server did not list its tools: {reason}",
  "scope_read:chat": "read your notes and positions",
  "scope_read:points": "read points",
  "scope_read:market": "read prices and markets",
  "scope_trade:execute": "propose orders",
  snippetEnv: "Put it into the environment of your program, not into its source code.",
  snippetCurl: "Lists the tools that the key may call.",
  snippetClaude:
    ".mcp.json in the root of a project. It names the variable; the key stays in the environment.",
  snippetCursor: "~/.cursor/mcp.json. It names the variable; the key stays in the environment.",
  snippetVscode: ".vscode/mcp.json. VS Code asks for the key once and keeps it out of the file.",
  toConnect: "Other programs, and connecting without a key",
  setupTitle: "Set up a program",
  setupText: "With {placeholder} instead of the secret, which is shown only when a key is created.",

  ended: "Ended",
  readOnly: "Read only",
  replaces: "Replaces {key}",
  addressesTitle: "Addresses and higher limits",
  addressesText:
    "The operator of this service can tie a key to your addresses and raise its limit. Send the operator the key’s id, your addresses, and what you use the key for. A higher limit needs a list of addresses.",
  scopes:
    "An MCP key can read markets, your positions, orders, notes and points. To share only some of these with an app, connect it without a key.",
  allowed: "Allowed from",
  anywhere: "any address",
  elevated: "Higher limit",

  rotateTitle: "Rotate “{name}”",
  rotateText:
    "Creates a new key with the same name and permissions. The old key keeps working while you replace it.",
  overlap: "How long the old key keeps working",
  overlap_0: "End it now",
  overlap_1: "1 hour",
  overlap_24: "24 hours",
  overlap_72: "72 hours",
  overlapNow: "The old key ends at once: its program is refused until it has the new key.",
  rotateAction: "Create the new key",

  revokeTitle: "Revoke “\u2068{name}\u2069”?",
  revokeText: "Its next request is refused. This cannot be undone.",
  revoked: "The key was revoked.",
} as const satisfies MessageFile;

export default messages;
