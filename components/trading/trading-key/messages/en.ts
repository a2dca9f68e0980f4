import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  title: "Trading key",
  intro:
    "A key that this browser keeps signs your orders, so that the wallet is not asked for each of them. The wallet lets it in once.",
  canTitle: "It can",
  canTrade: "place, change and cancel orders of this account",
  canUntil: "until its time is over, or until you stop it",
  cannotTitle: "It cannot",
  cannotMove: "withdraw or transfer funds, or let other keys in",
  cannotLeave: "leave this browser: nobody can read or copy it, this page included",
  cannotOther: "sign for another account",
  endsTitle: "It ends",
  endsWhen: "at its expiry, when you sign out, or after {minutes} minutes without input",
  endsHow:
    "“Stop now” deletes it here at once; revoking it ends it at the venue too, from any browser",
  risk: "Whoever uses this browser while the key is live can trade with this account.",
  memoryOnly:
    "This browser cannot keep such keys safely, so it lives in this tab's memory and ends with the tab.",
  unavailable:
    "This page is not served securely, so the browser gives it no keys. Sign with the wallet.",
  lifetime: "Valid for",
  lifetime_1h: "1 hour",
  lifetime_24h: "24 hours",
  lifetime_7d: "7 days",
  idle: "Stops after",
  idleMinutes: "{minutes} min",
  idleHint:
    "without a click, a key press or an order. The key is then deleted, and the wallet makes a new one.",
  enable: "Create with the wallet",
  renew: "Create a new one",
  close: "Close",
  needsWallet: "Connect the wallet and sign in: its signature lets the key in.",
  needsVenueKey: "Enable trading first: one signature, in the ticket.",
  wrapsMessages:
    "A wallet that cannot sign plain messages, such as most hardware wallets, can neither sign orders here nor let a trading key in.",

  requestTitle: "Create a trading key",
  requestSummary:
    "Your wallet lets a key of this browser trade for this account. It is asked once; orders are then signed without a prompt.",
  revokeTitle: "Revoke a trading key",
  revokeSummary:
    "The key can sign nothing more, in whichever browser it is. Its open orders are cancelled.",

  created: "Orders are now signed by your trading key, until {time}.",
  notCreated: "The trading key was not created: {reason}",
  creationUnknown:
    "No answer came: it is not known whether the venue let the key in. It was deleted here and can sign nothing. If it stands in the list of keys, revoke it.",
  revoked: "The key is revoked.",
  revokedOrders: {
    one: "The key is revoked, and {count} order with it cancelled.",
    other: "The key is revoked, and {count} orders with it cancelled.",
  },
  notRevoked: "The key was not revoked: {reason}",
  revocationUnknown: "No answer came: look at the list of keys to see whether it is revoked.",

  toldExpired: "Your trading key has expired and was deleted. The wallet signs again.",
  toldIdle:
    "Your trading key was deleted after {minutes} minutes without input. The wallet signs again.",
  toldRefused:
    "The venue no longer takes your trading key: it was revoked. It was deleted here. The wallet signs again.",
  toldStopped: "The trading key was stopped. The wallet signs again.",
  notKept:
    "The key was let in, but this browser's storage did not take it. Revoke it on the account pages, and try again.",
  toldUnread: "This browser's storage did not give out the trading key. The wallet signs.",
  toldGone: "There is no trading key any more. The wallet signs.",

  stateLive: "Trading key on",
  stateNone: "Each order asks the wallet",
  stateExpired: "Trading key expired",
  stateIdle: "Trading key stopped: no input",
  stateUnavailable: "No trading key in this browser",
  timeLeft: "{time} left",
  idleLeft: "stops in {time} without input",
  days: "{days} d {hours} h",
  hours: "{hours} h {minutes} min",
  minutes: "{minutes} min",
  underMinute: "under 1 min",
  stopNow: "Stop now",
  turnOn: "Turn on",
  settings: "Trading key settings",
  commandOpen: "Trading key…",
  commandStop: "Stop the trading key now",
  noneToStop: "There is no trading key to stop.",

  present: "This browser",
  listTitle: "Keys that may sign for this account",
  listEmpty: "No key may sign for this account: only its wallet can.",
  listFailed: "The list of keys could not be read: {reason}",
  listRetry: "Try again",
  listLoading: "Reading the keys…",
  thisBrowser: "this browser",
  gone: "stopped here: nobody holds it",
  label: "Label",
  createdAt: "Created",
  expiresAt: "Expires",
  unknownTime: "not known",
  revoke: "Revoke",
  revokeNamed: "Revoke the key {label}",
  revokeHint: "Revoking asks the wallet and cancels the key's open orders.",
} as const satisfies MessageFile;

export default messages;
