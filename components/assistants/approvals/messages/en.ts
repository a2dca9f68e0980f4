import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  // Everywhere
  badge: {
    one: "{count} order waits for your approval",
    other: "{count} orders wait for your approval",
  },
  toast: "{name} proposes an order. It waits for your approval.",
  review: "Review",

  // The list
  intro:
    "Orders that assistants, apps and bots propose for this account. Nothing is placed before you have read an order here and signed it. A proposal ends by itself after five minutes.",
  loading: "Reading the proposed orders",
  waitingTitle: "Waiting for you",
  decidedTitle: "Decided",
  show: "Show",
  filter_all: "All",
  filter_placed: "Placed",
  filter_open: "Not certain yet",
  filter_not: "Not placed",
  noneWaiting: "Nothing waits for you now.",
  noneOfKind: "None of those that are shown here.",
  noneOfKindDetail: "Load more to look further back, or choose another kind.",
  emptyTitle: "No order was proposed yet",
  emptyWhat:
    "An assistant that you connect can look at markets for you and propose an order. It cannot place one: the proposal comes here.",
  emptySign:
    "You read the order, see what it does to your position, and sign it with your wallet or trading key. Or you decline it.",
  emptyExpire: "What you do not answer within five minutes is over. Nothing happens then.",
  connect: "Connect an assistant",
  loadMore: "Load more",
  loadingMore: "Loading…",
  newWaiting: {
    one: "{count} order waits for you.",
    other: "{count} orders wait for you.",
  },
  proposedBy: "by {name}",
  kept: "What has ended is kept here for {days} days. The activity log keeps its entries.",

  // States
  state_waiting: "Waiting",
  state_sending: "Sending",
  state_placed: "Placed",
  state_refused: "Refused",
  state_unknown: "Not certain",
  state_declined: "Declined",
  state_withdrawn: "Withdrawn",
  state_expired: "Expired",

  // One order
  title: "Proposed order",
  back: "All proposed orders",
  loadingOne: "Reading the order",
  needsScripts:
    "This page needs JavaScript: what you approve is signed in your browser, and nowhere else. Allow it for this site and load the page again.",
  proposer: "Who proposes it",
  proposedByWhom: "Proposed by {name}",
  kind_mcp_key: "Program with the MCP key",
  kind_oauth_grant: "Connected app",
  kind_bot_key: "Bot with the key",
  ownName: "The app gave itself this name.",
  proposedAt: "Proposed",
  reasonTitle: "Its reason",
  reasonSource:
    "Written by a machine. Nobody has checked it: go by the figures, not by these words.",
  noReason: "It gave no reason.",
  orderTitle: "The order",
  buy: "Buy",
  sell: "Sell",
  type: "Type",
  type_MARKET: "Market",
  type_LIMIT: "Limit",
  type_TAKE_PROFIT_MARKET: "Take profit",
  type_STOP_LOSS_MARKET: "Stop loss",
  tif: "What does not fill at once",
  tif_GTC: "Rests in the book (GTC)",
  tif_IOC: "Is dropped (IOC)",
  tif_FOK: "All or nothing (FOK)",
  flags: "Flags",
  postOnly: "Post only",
  reduceOnly: "Reduce only",
  account: "Account",
  valueThen: "Order value when proposed",
  feeThen: "Fee when proposed, about",
  markThen: "Mark when proposed",
  markNow: "Mark now",
  markMoved: "Mark since then",
  limitDistance: "Limit price from the mark",
  triggerDistance: "Trigger from the mark",
  usdc: "{amount} USDC",
  effectTitle: "What it would do now",
  effectNote:
    "At the mark and the book of this moment. The venue reckons again when the order arrives.",
  effectLoading: "Reading the market and the account",
  effectNone: "Your account could not be read: position and margin are not shown.",
  positionBefore: "Position now",
  flat: "none",
  tooLittle:
    "The venue would refuse this order now: the account lacks {amount} USDC of margin for it.",
  tooLittleWays: "Deposit before you approve it, or decline it and ask for a smaller size.",
  wouldFit: "At most {size} {asset} would fit now.",
  shortThen: "When it was proposed, the account lacked {amount} USDC of margin for it.",
  freeNow: "Free margin now",
  missing: "Missing margin",
  getFunds: "Get 10,000 simulated USDC",
  noFaucet: "This venue has no faucet: deposit by the way you usually do.",
  markOld: "The mark is not up to date: orders are locked until it moves again.",

  // Deciding
  decide: "Your decision",
  timeLeft: "Time left to decide",
  underMinute: "Less than a minute is left.",
  approve: "Approve & sign",
  decline: "Decline",
  approving: "Signing…",
  declining: "Declining…",
  byKey: "Your trading key signs after you have confirmed it: the wallet is not asked.",
  byWallet: "Your wallet {address} is asked to sign. You see every signed field first.",
  notEnabled:
    "Trading is not enabled for this account. It takes one signature of the wallet, once.",
  enable: "Enable trading",
  signTitle: "Approve and sign",
  signSummary: "Check it before you sign. The wallet itself shows only a digest.",
  tooLate: "The five minutes are over.",
  notConnected: "No wallet was connected. Nothing was signed.",
  notSigned: "Not signed. The order still waits for you.",
  noAnswer:
    "No answer came. This page looks up what became of it, and signs nothing again by itself.",
  differs:
    "The signed order differs from the proposed one. Nothing was sent. Load the page again.",
  isOver: "It was decided already, in another window or by who proposed it.",
  offline: "You are offline. Nothing can be sent until the connection is back.",

  // Its end
  stateTitle: "State",
  sending: "Your order is on its way to the venue.",
  sendingDetail: "It is signed and sent once. This page shows the venue's answer as it comes.",
  placedTitle: "The venue has your order.",
  orderId: "Order",
  refusedTitle: "The venue refused the order. Nothing was placed.",
  unknownTitle: "It is not certain yet what became of the order.",
  notPlacedTitle: "The order was not placed.",
  unknownNoKey:
    "It was signed and sent, and the venue's answer is missing. Without trading enabled this page cannot ask the venue for it: enable it with one signature of the wallet. Do not place the order again by hand before.",
  unknownDetail:
    "It was signed and sent, and the venue's answer is missing. The same signed bytes are looked up until that is known: this page follows it. Do not place it again by hand before.",
  declinedTitle: "You declined this order. Nothing was signed.",
  withdrawnTitle: "It was withdrawn by who proposed it. Nothing was signed.",
  withdrawnDetail: "Or the key or app that proposed it was revoked.",
  expiredTitle: "The five minutes are over. Nothing was signed.",
  expiredDetail: "If you still want it, ask for a new proposal, or place the order yourself.",
  seeOrder: "See the order",
  seePosition: "See the position",
  openMarket: "Open {market}",
  told: "Who proposed it can read how it ended.",

  // In the way
  notFound: "This account has no such order.",
  notFoundDetail:
    "You are signed in as {name}. It may have been proposed for another account of yours: sign in with that one to see it.",
  otherWallet: "This order is for another wallet of yours.",
  otherWalletDetail: "It was proposed for {account}. Sign in with that wallet to approve it.",
  signInOther: "Sign in with another account",
} as const satisfies MessageFile;

export default messages;
