import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  connect: "Connect wallet",
  signIn: "Sign in",
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
  signOut: "Sign out",
  signedInWithout: "Signed in. Connect a wallet to trade.",
  withoutWallet: "Signed in",
  otherWays: "Sign in without a wallet",
  settings: "Account settings",
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
  dialogText:
    "The wallet signs your sign-in and each order. It asks you every time; this site cannot move your funds.",
  wallets: "Wallets",
  cannotSign: "It cannot sign messages, which sign-in and orders require.",
  waiting: "Waiting for the wallet…",
  stopWaiting: "Stop waiting",
  noneTitle: "No Solana wallet found in this browser.",
  noneWhat:
    "A wallet is an app that keeps your account's key and signs with it when you approve. Nobody else has the key, including this site.",
  noneWhere: "Install one, then return to this page; it appears here by itself:",
  opensElsewhere: "(opens in a new tab)",
  noneMobile: "On a phone, open this page in the wallet's own browser.",
  noneLook:
    "You can explore without one: prices, charts and the whole order form work with demo equity.",
  lookAround: "Explore first",
  demoHint:
    "For these simulated markets: it creates an account in this browser, without real funds.",

  refusedStart: "The sign-in could not be started.",
  refusedEnd: "The sign-in could not be completed.",
  givenUp: "The sign-in was cancelled.",
  refused: "The server refused the sign-in.",
  refusedAgain: "The server refused the sign-in. Try again.",
  notConnected: "The wallet was not connected.",
  notSigned: "Not signed. You are not signed in.",
  notSignedIn: "{reason} You are not signed in.",
  failed: "The wallet failed.",
  stillSignedIn: "The server did not respond: you are still signed in. Try again.",
  keyMayStay:
    "The trading key of this account could not be deleted from this browser. Clear the site's data, or revoke the key on the account pages.",
  otherSignedIn: "Another account signed in on this site. Sign in again to trade with this one.",
  sessionEnded: "Your session has ended. Sign in again to trade.",
  switched: "The wallet switched to another account. Sign in again to trade with it.",
  silent: "{wallet} did not respond.",
  sharesNone: "{wallet} shares no account that can sign messages.",
  cannotConnect: "{wallet} cannot be connected by a website.",
  cannotSignMessages: "{wallet} cannot sign messages.",
  gaveNone: "{wallet} returned no signature.",
  wrapped:
    "{wallet} signed a different text than requested, as hardware wallets do. The venue would reject it. Use an account of a software wallet, which can then register a trading key.",
  doesNotVerify: "The signature of {wallet} is not valid.",
  walletFailed: "{wallet} failed.",
  walletFailedSaying: "{wallet} failed: “{said}”.",

  demoTitle: "Demo wallet",
  demoTag: "Signature request",
  demoText: "Text to sign",
  demoIntro: "This page asks you to sign this text:",
  demoAccount: "Account {address}",
  demoApprove: "Approve",
  demoReject: "Reject",
} as const satisfies MessageFile;

export default messages;
