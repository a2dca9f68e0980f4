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
  mayTogether: "May, with all its connections together",
  might: "Was allowed to",
  connections: { one: "{count} connection", other: "{count} connections" },
  endedConnections: { one: "{count} ended connection", other: "{count} ended connections" },
  connectionAt: "Connection of {time}",
  connectionsShown:
    "{shown} of {all} are shown. “Show more” at the end of the page brings the others.",
  namedAlike: "Several apps here go by this name. The id of this one is {id}",
  showMore: "Show more",
  loadingMore: "Loading…",
  sentBackTo: "Sends you back to {host}",
  connected: "Connected",
  until: "Until",
  endedAt: "Ended",
  firstUsed: "First used",
  lastUsed: "Last used",
  revoke: "Disconnect",
  revokeOf: "Disconnect {name}",
  revokeOneOf: "Disconnect the connection of {time}",
  revokeTitle: "Disconnect “{name}”?",
  revokeOneTitle: "Disconnect one connection of “{name}”?",
  revokeText:
    "Its next call is refused, and it cannot propose orders any more. To use it again, connect it anew from the app.",
  revokeAllText: {
    one: "Its connection ends.",
    other: "Its {count} connections all end at once.",
  },
  revokeOneText: {
    one: "The connection of {time} ends, and its next call is refused. One other connection of this app goes on.",
    other:
      "The connection of {time} ends, and its next call is refused. {count} other connections of this app go on.",
  },
  revokeWaiting: "Orders that it has proposed and you have not answered are withdrawn.",
  revoked: "Disconnected. Its next call is refused.",
  revokedAll: {
    one: "Disconnected. {count} connection ended, and its next call is refused.",
    other: "Disconnected. {count} connections ended, and the next call of each is refused.",
  },

  keysTitle: "MCP keys may act for you, too",
  keysText: {
    one: "{count} live key reads what you can read; {orders} of them may propose orders.",
    other: "{count} live keys read what you can read; {orders} of them may propose orders.",
  },
  keysNone: "There is no live key. A key is one secret for your own program.",
  keysLink: "To the MCP keys",
} as const satisfies MessageFile;

export default messages;
