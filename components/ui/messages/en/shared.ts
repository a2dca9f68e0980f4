import type { MessageFile } from "#components/i18n/message-types.ts";

/** What several features say. Their own text of the same key comes first. */
const messages = {
  // Buttons
  cancel: "Cancel",
  close: "Close",
  confirm: "Confirm",
  tryAgain: "Try again",
  retry: "Retry safely",
  refresh: "Refresh",
  back: "Back",
  save: "Save",
  delete: "Delete",
  dismiss: "Dismiss",
  revoke: "Revoke",
  copy: "Copy",
  copyOf: "Copy {what}",
  share: "Share",
  exportCsv: "Export CSV",
  downloadOf: "{format}: {name}",
  showOlder: "Show older",
  review: "Review",
  max: "Max",
  deposit: "Deposit",
  connectWallet: "Connect wallet",
  linkWallet: "Link a wallet",
  enableTrading: "Enable trading",
  signIn: "Sign in",
  signOut: "Sign out",
  accountSettings: "Account settings",
  allShortcuts: "Show all shortcuts",
  showTransaction: "Show the transaction",

  // States
  loading: "Loading",
  loadingOlder: "Loading older…",
  sending: "Sending…",
  saved: "Saved.",
  simulated: "Simulated",

  // Orders and markets
  market: "Market",
  price: "Price",
  size: "Size",
  side: "Side",
  long: "Long",
  short: "Short",
  stopLoss: "Stop loss",
  takeProfit: "Take profit",
  markPrice: "Mark price",
  openInterest: "Open interest",
  volume: "Volume",
  fee: "Fee",

  // Words of tables and forms
  status: "Status",
  account: "Account",
  time: "Time",
  amount: "Amount",
  period: "Period",
  usdc: "{amount} USDC",
  expires: "Expires",
  created: "Created",
  lastUsed: "Last used",
  value: "Value",
  keyId: "Id",
  never: "never",
  yes: "yes",
  no: "no",
  positions: "Positions",
  newWaiting: {
    one: "{count} order is waiting for you.",
    other: "{count} orders are waiting for you.",
  },
} as const satisfies MessageFile;

export default messages;
