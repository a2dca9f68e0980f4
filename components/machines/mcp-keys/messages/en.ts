import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  list: "MCP keys",
  intro:
    "A key lets your own program, or one AI assistant, act as you at the assistant endpoint: read prices, your positions and your notes, and propose orders if you allow it.",
  create: "New key",
  revokeAll: "Revoke all",
  loading: "Reading the keys",

  emptyTitle: "No MCP keys yet",
  emptyWhat: "An MCP key is one secret that a program sends with each call to {door}.",
  emptyCan:
    "It reads for your account what you can read. It ends by itself after at most 365 days.",
  emptyCannot:
    "It cannot move money, sign an order, or make other keys. Orders that it proposes do nothing until you approve and sign them.",
  emptyBot: "For a trading bot that signs each call, make a bot key instead.",

  name: "Name",
  nameHint: "What will use it, so that you know it again. At most 60 characters.",
  namePlaceholder: "e.g. CI of the shop",
  nameDefault: "MCP key",
  days: "Days until it expires",
  presets: "Presets",
  daysPreset: { one: "{count} day", other: "{count} days" },
  daysHint: "1 to 365. A short life limits what a lost key can do.",
  daysWrong: "Whole days from 1 to 365.",
  orders: "May propose orders",
  ordersHint:
    "It may put an order before you; nothing is placed until you open it here, read it and sign it yourself.",
  createAction: "Create key",
  creating: "Creating…",
  cancel: "Cancel",
  createTitle: "New MCP key",

  madeTitle: "Your new MCP key",
  secret: "Secret key",
  test: "Test the key",
  testing: "Testing…",
  testOk: "It works: {state}, until {time}. It may: {scopes}.",
  testTools: { one: "{count} tool answers.", other: "{count} tools answer." },
  testNoTools: "The assistant endpoint did not list its tools: {reason}",
  "scope_read:chat": "read your notes and positions",
  "scope_read:points": "read points",
  "scope_read:market": "read prices and markets",
  "scope_trade:execute": "propose orders",
  testFailed: "It was refused: {reason}",
  snippetEnv: "Put it into the environment of your program, not into its source.",
  snippetCurl: "Lists the tools that the key may call.",
  snippetClaude:
    ".mcp.json in the root of a project. It names the variable; the key stays in the environment.",
  snippetCursor: "~/.cursor/mcp.json. It names the variable; the key stays in the environment.",
  snippetVscode: ".vscode/mcp.json. VS Code asks for the key once and keeps it out of the file.",
  toConnect: "All programs, and how to connect without a key",
  setupTitle: "Give the key to a program",
  setupText:
    "With {placeholder} in the place of the secret, which is shown only when a key is made.",

  created: "Created",
  expires: "Expires",
  ended: "Ended",
  lastUsed: "Last used",
  mayPropose: "May propose orders",
  readOnly: "Reads only",
  replaces: "Replaces {key}",
  allowlist: "Only from {addresses}",
  elevated: "Elevated limit",
  rotate: "Rotate",
  rotateOf: "Rotate {name}",
  revoke: "Revoke",
  revokeOf: "Revoke {name}",

  rotateTitle: "Rotate “{name}”",
  rotateText:
    "A new key with the same name and rights. The old one goes on for the time that you need to put the new one in.",
  overlap: "How long the old key still works",
  overlap_0: "End it now",
  overlap_1: "1 hour",
  overlap_24: "24 hours",
  overlap_72: "72 hours",
  overlapNow: "The old key ends at once: what uses it is refused until it has the new one.",
  rotateAction: "Make the new key",

  revokeTitle: "Revoke “{name}”?",
  revokeText: "Its next request is refused. This cannot be taken back.",
  revokeAllTitle: "Revoke all keys?",
  revokeAllText: {
    one: "{count} key ends at once, and what uses it stops working:",
    other: "{count} keys end at once, and what uses them stops working:",
  },
  revokeAllThen: {
    one: "Its next request is refused. This cannot be taken back.",
    other: "Their next requests are refused. This cannot be taken back.",
  },
  revokeAllKey: "{name}: last used {time} by {agent}",
  revokeAllUnused: "{name}: not used yet",
  revokeAllAction: "Revoke all",
  revoked: "The key is revoked.",
  revokedAll: { one: "{count} key is revoked.", other: "{count} keys are revoked." },
} as const satisfies MessageFile;

export default messages;
