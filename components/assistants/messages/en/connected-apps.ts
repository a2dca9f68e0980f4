import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  intro:
    "Apps and assistants that act for you with the permissions you gave them. When you disconnect one, its next call is refused.",
  loading: "Loading connected apps",
  connect: "Connect an assistant",

  emptyTitle: "No connected apps",
  emptyText:
    "Claude, Cursor, VS Code and other assistants can watch the markets for you and, if you allow it, propose orders. You see what each one requests before it is connected.",
  emptySafe:
    "None of them can place an order or move funds: you approve and sign each order yourself.",

  live: "Connected",
  ended: "Recently disconnected",
  endedHint: "Shown for 30 days after they end.",
  state_active: "Connected",
  state_expired: "Expired",
  state_revoked: "Disconnected",
  may: "Allowed to",
  mayTogether: "Permissions of all its connections",
  might: "Was allowed to",
  connections: { one: "{count} connection", other: "{count} connections" },
  endedConnections: { one: "{count} ended connection", other: "{count} ended connections" },
  connectionAt: "Connection from {time}",
  connectionsShown:
    "Showing {shown} of {all}. Use “Show more” at the end of the page for the others.",
  namedAlike: "Several apps have this name. The id of this one is {id}",
  showMore: "Show more",
  loadingMore: "Loading…",
  sentBackTo: "Sends you back to {host}",
  connected: "Connected",
  until: "Until",
  endedAt: "Ended",
  endReason: "Reason",
  end_user: "You disconnected it.",
  end_client: "The app disconnected itself.",
  end_reuse:
    "A code or refresh token was used twice, so it may have been stolen. If you do not know why, check the app and connect it again.",
  end_replaced: "The app connected again with more permissions.",
  end_expired: "It expired: 30 days passed, or the app stopped using it.",
  allowMore: "Allow more",
  allow: "Allow",
  allowedMore: "Allowed. It applies to the app's next call.",
  firstUsed: "First used",
  revoke: "Disconnect",
  revokeOf: "Disconnect {name}",
  revokeOneOf: "Disconnect the connection from {time}",
  revokeTitle: "Disconnect “{name}”?",
  revokeOneTitle: "Disconnect one connection of “{name}”?",
  revokeText: "Its next call is refused. To use it again, reconnect it from the app.",
  revokeAllText: {
    one: "Its connection ends.",
    other: "Its {count} connections all end at once.",
  },
  revokeOneText: {
    one: "The connection from {time} ends, and its next call is refused. One other connection of this app stays.",
    other:
      "The connection from {time} ends, and its next call is refused. {count} other connections of this app stay.",
  },
  revokeWaiting: "Its proposed orders that you have not answered are withdrawn.",
  revoked: "Disconnected. Its next call is refused.",
  revokedAll: {
    one: "Disconnected. {count} connection ended, and its next call is refused.",
    other: "Disconnected. {count} connections ended, and the next call of each is refused.",
  },

  keysTitle: "MCP keys can also act for you",
  keysText: {
    one: "{count} active key can read your account; {orders} of them may propose orders.",
    other: "{count} active keys can read your account; {orders} of them may propose orders.",
  },
  keysNone: "You have no active keys. A key is a secret for your own program.",
  keysLink: "Open MCP keys",
} as const satisfies MessageFile;

export default messages;
