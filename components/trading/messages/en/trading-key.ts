import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  title: "One-click trading",
  intro:
    "A key in this browser signs your orders, so that the wallet does not ask for each one. Your wallet approves it once.",
  canTitle: "It can",
  canTrade: "place, edit and cancel orders of this account",
  canUntil: "until it expires or you stop it",
  cannotTitle: "It cannot",
  cannotMove: "withdraw or transfer funds, or add other keys",
  cannotLeave: "leave this browser: the key cannot be exported",
  cannotOther: "sign for another account",
  endsTitle: "It ends",
  endsWhen: "when it expires, when you sign out, or after {minutes} minutes without input",
  endsHow:
    "“Stop now” deletes it in this browser at once; revoking also ends it at the venue, from any browser",
  risk: "Anyone who uses this browser while the key is live can trade with this account.",
  memoryOnly:
    "This browser cannot store such keys safely. The key stays in this tab's memory and ends with the tab.",
  unavailable:
    "This page has no secure connection, so the browser cannot create keys. Sign with the wallet.",
  lifetime: "Valid for",
  lifetime_1h: "1 hour",
  lifetime_24h: "24 hours",
  lifetime_7d: "7 days",
  idle: "Stops after",
  idleMinutes: "{minutes} min",
  idleHint:
    "without a click, a key press or an order. The key is then deleted; the wallet can create a new one.",
  enable: "Create trading key",
  renew: "Create new key",
  needsWallet: "Connect your wallet and sign in: its signature approves the key.",
  needsVenueKey: "Enable trading first, with one signature in the order ticket.",
  wrapsMessages:
    "A hardware wallet approves the key with a memo: a transaction that is never sent. It cannot sign orders itself.",
  hardwareTrades: "A hardware wallet trades with a trading key: it approves the key once.",

  requestTitle: "Create a trading key",
  requestSummary:
    "Your wallet allows a key of this browser to trade for this account. It asks once; orders are then signed without a prompt.",
  revokeTitle: "Revoke a trading key",
  revokeSummary:
    "The key can no longer sign anything, in any browser. Its open orders are cancelled.",

  created: "Your trading key now signs orders, until {time}.",
  notCreated: "The trading key was not created: {reason}",
  creationUnknown:
    "The venue did not answer and may have accepted the key. It was deleted here and cannot sign. If it is in the list of keys, revoke it.",
  revoked: "Key revoked.",
  revokedOrders: {
    one: "Key revoked, {count} order cancelled.",
    other: "Key revoked, {count} orders cancelled.",
  },
  notRevoked: "The key was not revoked: {reason}",
  revocationUnknown: "The venue did not answer. The list of keys shows whether it is revoked.",

  toldExpired: "Your trading key has expired and was deleted. Your wallet signs again.",
  toldIdle:
    "Your trading key was deleted after {minutes} minutes without input. Your wallet signs again.",
  toldRefused:
    "Your trading key was revoked at the venue and deleted here. Your wallet signs again.",
  toldStopped: "The trading key was stopped. Your wallet signs again.",
  notKept:
    "The key was approved, but this browser could not store it. Revoke it under Venue keys, and try again.",
  notStopped: "The key could not be deleted from this browser and still signs. Try again.",
  toldUnread: "This browser could not read the stored trading key. Your wallet signs.",
  toldGone: "The trading key no longer exists. Your wallet signs.",

  stateLive: "One-click on",
  stateNone: "One-click off",
  stateExpired: "One-click expired",
  stateIdle: "One-click stopped: no input",
  stateUnavailable: "One-click unavailable in this browser",
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
  listEmpty: "Only the wallet may sign for this account.",
  listFailed: "The list of keys could not be loaded: {reason}",
  listLoading: "Loading the keys…",
  thisBrowser: "this browser",
  gone: "stopped in this browser; no copy exists",
  lost: "A browser like this one created it, and this browser has no key. If it deleted its data, as Safari does after seven days, revoke the key.",
  label: "Label",
  createdAt: "Created",
  unknownTime: "unknown",
  revokeNamed: "Revoke the key {label}",
  revokeHint: "Revoking needs a wallet signature and cancels the key's open orders.",
  setupTitle: "Set up trading",
  setupIntro: "{wallet} asks for your approval at each open step. No step moves funds.",
  yourWallet: "Your wallet",
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
