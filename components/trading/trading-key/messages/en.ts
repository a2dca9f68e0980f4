import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  title: "One-click trading",
  intro:
    "A key in this browser signs your orders, so that the wallet does not ask for each one. Your wallet approves it once.",
  canTitle: "It can",
  canTrade: "place, change and cancel orders of this account",
  canUntil: "until it expires, or until you stop it",
  cannotTitle: "It cannot",
  cannotMove: "withdraw or transfer funds, or add other keys",
  cannotLeave: "leave this browser: the key cannot be exported",
  cannotOther: "sign for another account",
  endsTitle: "It ends",
  endsWhen: "at its expiry, when you sign out, or after {minutes} minutes without input",
  endsHow:
    "“Stop now” deletes it in this browser at once; revoking it also ends it at the venue, from any browser",
  risk: "Anyone who uses this browser while the key is live can trade with this account.",
  memoryOnly:
    "This browser cannot store such keys safely, so the key is kept in this tab's memory and ends with the tab.",
  unavailable:
    "This page has no secure connection, so the browser cannot create keys. Sign with the wallet.",
  lifetime: "Valid for",
  lifetime_1h: "1 hour",
  lifetime_24h: "24 hours",
  lifetime_7d: "7 days",
  idle: "Stops after",
  idleMinutes: "{minutes} min",
  idleHint:
    "without a click, a key press or an order. The key is then deleted, and the wallet can create a new one.",
  enable: "Create with the wallet",
  renew: "Create a new one",
  close: "Close",
  needsWallet: "Connect your wallet and sign in: its signature approves the key.",
  needsVenueKey: "Enable trading first, with one signature in the order ticket.",
  wrapsMessages:
    "A wallet that cannot sign plain messages, such as most hardware wallets, can neither sign orders here nor approve a trading key.",

  requestTitle: "Create a trading key",
  requestSummary:
    "Your wallet allows a key of this browser to trade for this account. It asks once; orders are then signed without a prompt.",
  revokeTitle: "Revoke a trading key",
  revokeSummary:
    "The key can no longer sign anything, in any browser. Its open orders are cancelled.",

  created: "Orders are now signed by your trading key, until {time}.",
  notCreated: "The trading key was not created: {reason}",
  creationUnknown:
    "No answer came, so the venue may or may not have accepted the key. It was deleted here and can sign nothing. If it is in the list of keys, revoke it.",
  revoked: "The key is revoked.",
  revokedOrders: {
    one: "The key is revoked, and {count} order was cancelled.",
    other: "The key is revoked, and {count} orders were cancelled.",
  },
  notRevoked: "The key was not revoked: {reason}",
  revocationUnknown: "No answer came: check the list of keys to see whether it is revoked.",

  toldExpired: "Your trading key has expired and was deleted. Your wallet signs again.",
  toldIdle:
    "Your trading key was deleted after {minutes} minutes without input. Your wallet signs again.",
  toldRefused:
    "The venue no longer accepts your trading key: it was revoked. It was deleted here. Your wallet signs again.",
  toldStopped: "The trading key was stopped. Your wallet signs again.",
  notKept:
    "The key was approved, but this browser could not store it. Revoke it under Venue keys, and try again.",
  notStopped: "The key could not be deleted from this browser and still signs. Try again.",
  toldUnread: "This browser could not read the stored trading key. Your wallet signs.",
  toldGone: "There is no trading key any more. Your wallet signs.",

  stateLive: "One-click trading on",
  stateNone: "One-click trading off",
  stateExpired: "One-click trading expired",
  stateIdle: "One-click trading stopped: no input",
  stateUnavailable: "No one-click trading in this browser",
  timeLeft: "{time} left",
  idleLeft: "stops in {time} without input",
  days: "{days} d {hours} h",
  hours: "{hours} h {minutes} min",
  minutes: "{minutes} min",
  underMinute: "under 1 min",
  stopNow: "Stop now",
  turnOn: "Turn on",
  settings: "One-click trading settings",
  commandOpen: "One-click trading…",
  commandStop: "Stop the trading key now",
  noneToStop: "There is no trading key to stop.",

  present: "This browser",
  listTitle: "Keys that may sign for this account",
  listEmpty: "No other key may sign for this account, only its wallet.",
  listFailed: "The list of keys could not be loaded: {reason}",
  listRetry: "Try again",
  listLoading: "Loading the keys…",
  thisBrowser: "this browser",
  gone: "stopped in this browser: no copy exists",
  label: "Label",
  createdAt: "Created",
  expiresAt: "Expires",
  unknownTime: "unknown",
  revoke: "Revoke",
  revokeNamed: "Revoke the key {label}",
  revokeHint: "Revoking needs a wallet signature and cancels the key's open orders.",
  setupTitle: "Set up trading",
  setupIntro: "{wallet} asks for your approval at each open step. No step moves funds.",
  yourWallet: "Your wallet",
  setupSignedIn: "Sign in",
  setupEnable: "Enable trading",
  setupEnableText: "Lets this site pass on the orders that you sign.",
  setupOneClick: "One-click trading (recommended)",
  setupOneClickText:
    "A key in this browser signs your orders, so that the wallet does not ask for each one. It can trade, but never withdraw.",
  setupOneClickOn: "Turn on one-click trading",
  setupFunds: "Funds",
  setupFundsText: "This market is simulated: an empty account gets 10,000 simulated USDC.",
  setupContinue: "Continue",
  setupLater: "Later",
  setupDone: "(done)",
} as const satisfies MessageFile;

export default messages;
