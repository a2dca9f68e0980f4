import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  connect: "Connect wallet",
  signIn: "Sign in",
  stopSigningIn: "Stop signing in",
  signInAsked: "The wallet asks for your signature.",
  account: "Account {address}",
  signedInAway: "Signed in, wallet not connected",
  signedInWith: "Signed in with {wallet}",
  copyAddress: "Copy address",
  addressCopied: "Address copied.",
  addressNotCopied: "The address could not be copied.",
  accountPages: "Account pages",
  tradingKey: "Trading key",
  stopTradingKey: "Stop the trading key now",
  signOut: "Sign out",

  dialogTitle: "Connect a wallet",
  dialogText:
    "The wallet signs your sign-in and each order. It asks you every time; this site can not move your funds.",
  wallets: "Wallets",
  cannotSign: "It can not sign messages, which sign-in and orders need.",
  waiting: "Waiting for the wallet to answer…",
  stopWaiting: "Stop waiting",
  noneTitle: "No Solana wallet was found in this browser.",
  noneWhat:
    "A wallet is a program that keeps your account's key and signs with it when you say so. Nobody else has the key, this site included.",
  noneWhere: "Install one, then come back to this page; it appears here by itself:",
  opensElsewhere: "(opens in a new tab)",
  noneMobile: "On a phone, open this page in the wallet's own browser.",
  noneLook:
    "You need none to look around: prices, charts and the whole order form work without it, with demo equity.",
  lookAround: "Look around first",
  demoHint: "For these simulated markets: it makes an account in this browser, without real funds.",

  refusedStart: "The sign-in could not be started.",
  refusedEnd: "The sign-in could not be completed.",
  givenUp: "The sign-in was given up.",
  refused: "The server refused the sign-in.",
  refusedAgain: "The server refused the sign-in. Try again.",
  notConnected: "The wallet was not connected.",
  notSigned: "Not signed. You are not signed in.",
  notSignedIn: "{reason} You are not signed in.",
  failed: "The wallet failed.",
  stillSignedIn: "The server did not answer: you are still signed in. Try again.",
  keyMayStay:
    "The trading key of this account could not be deleted from this browser. Clear the site's data, or revoke the key on the account pages.",
  otherSignedIn: "Another account signed in on this site. Sign in again to trade with this one.",
  sessionEnded: "Your session has ended. Sign in again to trade.",
  switched: "The wallet switched to another account. Sign in again to trade with it.",
  silent: "{wallet} did not answer.",
  sharesNone: "{wallet} shares no account that can sign messages.",
  cannotConnect: "{wallet} can not be connected from a page.",
  cannotSignMessages: "{wallet} can not sign messages.",
  gaveNone: "{wallet} gave no signature.",
  wrapped:
    "{wallet} signed another text than the one that was asked for, as hardware wallets do. The venue would refuse it. An account of a software wallet can sign here, and then let in a trading key.",
  doesNotVerify: "The signature of {wallet} does not verify.",
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
