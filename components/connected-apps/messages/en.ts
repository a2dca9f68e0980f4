import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  intro:
    "Apps and assistants that act for you with what you allowed them. Disconnect one and its next call is refused.",
  loading: "Reading the connected apps",
  connect: "Connect an assistant",

  emptyTitle: "No connected apps",
  emptyText:
    "Claude, Cursor, VS Code and other assistants can look at the markets for you and, if you allow it, propose orders. You see what each asks for before anything is connected.",
  emptySafe: "None of them can place an order or move money: you approve and sign each order here.",

  live: "Connected",
  ended: "Recently disconnected",
  endedHint: "Shown for 30 days after their end.",
  state_active: "Connected",
  state_expired: "Expired",
  state_revoked: "Disconnected",
  may: "May",
  sentBackTo: "Sends you back to {host}",
  connected: "Connected",
  until: "Until",
  endedAt: "Ended",
  firstUsed: "First used",
  lastUsed: "Last used",
  revoke: "Disconnect",
  revokeOf: "Disconnect {name}",
  revokeTitle: "Disconnect “{name}”?",
  revokeText:
    "Its next call is refused, and it can not propose orders any more. To use it again, connect it anew from the app.",
  revokeWaiting: "Orders that it has proposed and you have not answered are withdrawn.",
  revoked: "Disconnected. Its next call is refused.",

  keysTitle: "MCP keys may act for you, too",
  keysText: {
    one: "{count} live key reads what you can read; {orders} of them may propose orders.",
    other: "{count} live keys read what you can read; {orders} of them may propose orders.",
  },
  keysNone: "There is no live key. A key is one secret for your own program.",
  keysLink: "To the MCP keys",
} as const satisfies MessageFile;

export default messages;
