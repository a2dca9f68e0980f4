import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  stopSigningIn: "Cancel sign-in",
  signInAsked: "Confirm the signature in your wallet.",
  account: "Account {address}",
  signedInAway: "Signed in, wallet not connected",
  signedInWith: "Signed in with {wallet}",
  copyAddress: "Copy address",
  addressCopied: "Address copied.",
  addressNotCopied: "The address could not be copied.",
  accountPages: "Portfolio",
  approvals: "Approvals",
  tradingKey: "Trading key",
  stopTradingKey: "Stop the trading key now",
  signedInWithout: "Signed in. Connect a wallet to trade.",
  withoutWallet: "Signed in",
  otherWays: "Sign in without a wallet",
  connectedWallet: "Connected wallet",
  connectedOnly: "{wallet} is connected. Sign in to trade.",
  changeWallet: "Use another wallet",
  disconnect: "Disconnect wallet",
  chooseTitle: "How do you want to use this wallet?",
  chooseText:
    "You are signed in to an account without a wallet. The connected wallet {address} is not linked to it.",
  chooseLink: "Link it to my account",
  chooseLinkHint: "You stay signed in and trade with this wallet. It signs once to confirm.",
  chooseSwitch: "Sign in as {address} instead",
  chooseSwitchHint:
    "You sign out of the current account. This wallet has its own account, or gets one.",
  refusedLink: "The wallet was not linked.",
  declined: "Not signed. Nothing was changed.",

  dialogTitle: "Connect a wallet",
  dialogText: "Your wallet approves the sign-in and your orders. This site cannot move your funds.",
  wallets: "Wallets",
  moreWallets: "More wallets",
  getWallet: "Get {wallet}",
  cannotSign: "It can sign neither text nor transactions, which sign-in and orders need.",
  waiting: "Waiting for the wallet…",
  stopWaiting: "Stop waiting",
  noneTitle: "No Solana wallet found in this browser.",
  noneWhat:
    "A wallet is an app that keeps your account's key and signs with it when you approve. Nobody else has the key, including this site.",
  noneWhere: "Install one, then return to this page. It appears here automatically:",
  opensElsewhere: "(opens in a new tab)",
  noneMobile: "On a phone, open this page in the wallet's own browser.",
  noneLook:
    "You can explore without one: prices, charts and the whole order form work with demo equity.",
  lookAround: "Explore first",
  demoHint:
    "For these simulated markets. It creates an account in this browser, without real funds.",

  refusedStart: "The sign-in could not be started.",
  refusedEnd: "The sign-in could not be completed.",
  givenUp: "The sign-in was cancelled.",
  refused: "The server refused the sign-in.",
  refusedAgain: "The server refused the sign-in. Try again.",
  notConnected: "The wallet was not connected.",
  notSigned: "You declined the sign-in. {address} is connected, but not signed in.",
  notSignedIn: "{reason} You are not signed in.",
  failed: "The wallet reported an error.",
  stillSignedIn: "The server did not respond: you are still signed in. Try again.",
  keyMayStay:
    "The trading key of this account could not be deleted from this browser. Clear the site's data, or revoke the key under Venue keys.",
  otherSignedIn: "Another account signed in on this site. Sign in again to trade with this one.",
  sessionEnded: "Your session has ended. Sign in again to trade.",
  otherWallet: "Wallet on {address}",
  otherWalletText:
    "The wallet is on {address}, and this account trades with {account}. Switch the wallet back to sign for this account, or sign in with the other one.",
  keepAccount: "Keep {account}",
  silent: "{wallet} did not respond.",
  sharesNone: "{wallet} offers no account that can sign.",
  cannotConnect: "{wallet} cannot be connected to websites.",
  cannotSignMessages: "{wallet} cannot sign messages.",
  cannotSignTransactions: "{wallet} cannot sign transactions without sending them itself.",
  gaveNone: "{wallet} returned no signature.",
  wrapped:
    "{wallet} signed a different text than requested, as hardware wallets do. The venue would reject it.",
  doesNotVerify:
    "{wallet} did not sign with the account {address}. Choose that account in the wallet, then try again.",
  walletFailed: "{wallet} reported an error.",
  walletFailedSaying: "{wallet} reported an error: “{said}”.",

  memoTitle: "Sign in with a hardware wallet",
  memoIntro:
    "Your hardware wallet cannot sign text. Sign a memo instead: a transaction that is never sent and costs nothing.",
  memoHint:
    "Do you use a hardware wallet? It cannot sign text, but it can sign a memo: a transaction that is never sent.",
  memoNone:
    "A hardware wallet cannot sign text. Connect it through a wallet that signs transactions, such as Phantom or Solflare.",
  memoOpen: "Sign a memo instead",
  memoCosts: "The transaction contains only the text of the sign-in. No network can execute it.",
  memoOrders:
    "A trading key in this browser then signs your orders. Your hardware wallet approves it once.",
  memoCannot:
    "Withdrawals, and revoking a key, still need the same account in a wallet that signs text.",
  memoDevice:
    "If the device refuses, update its Solana app and allow blind signing in the app's settings.",
  memoSign: "Sign the memo",
  memoText: "Sign the text",
  memoAsked: "Approve the transaction in {wallet} and on the device.",
  memoDeclined: "Not signed. You can try again, or sign the text.",
  memoChanged:
    "{wallet} changed the transaction in a way that is not accepted ({code}). Nothing was sent.",
  memoContents: "What the wallet signs",
  memoField: "Memo",
  memoSigner: "Signed by",
  memoNeverSent: "Its blockhash is zeros, so no network can execute it.",
  memoCouldBeSent: "This transaction could be sent. Do not sign it.",
  memoProve:
    "A hardware wallet cannot confirm this. Sign out, and sign in again with it: a sign-in counts for ten minutes.",
  memoLink:
    "A hardware wallet cannot be linked. Sign in with it, and link your email address to its account instead.",

  demoTitle: "Demo wallet",
  demoTag: "Signature request",
  demoText: "Text to sign",
  demoIntro: "This page asks you to sign this text:",
  demoTransactionIntro: "This page asks you to sign this transaction:",
  demoTransaction: "{size} bytes. What it does:",
  demoAccount: "Account {address}",
  demoApprove: "Approve",
  demoReject: "Reject",
  demoSignedIn: "Signed in with the demo account of this link, {address}. It is simulated.",
} as const satisfies MessageFile;

export default messages;
