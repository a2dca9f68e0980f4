import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  title: "Sign in",
  intro:
    "Choose how to sign in. A first sign-in makes an account. Trading needs a wallet, which can also be linked later.",
  neverAsk:
    "We never ask for a seed phrase or a private key, and no way to sign in can move your funds.",
  referred:
    "You came by the link of {code}: a new account pays {discount}% lower trading fees, for life.",
  dismiss: "Dismiss",
  byWallet: "Wallet",
  byWalletHint:
    "Your wallet signs a text once. Later it signs each order, or a trading key it lets in does.",
  chooseWallet: "Choose a wallet",
  byMail: "E-mail",
  byMailHint: "A link to your mailbox signs you in, once.",
  byProvider: "{name}",
  byProviderHint: "{name} tells us who you are, and never your password.",
  toProvider: "Continue with {name}",
  leaving: "One moment…",
  address: "E-mail address",
  addressInvalid: "Enter an e-mail address such as name@example.com.",
  sendLink: "Send me a link",
  sending: "Sending…",
  lookIntoMailbox: "Look into your mailbox",
  sentTo: "A link is on its way to",
  sentHint:
    "It works once, within 15 minutes. Open it in this browser to come back to where you were.",
  openMailbox: "Open the simulated mailbox",
  resend: "Send another link",
  resendIn: "Send another link in {seconds} s",
  cancel: "Cancel",
  otherAddress: "Another address",

  alreadyTitle: "You are signed in",
  alreadyAs: "You are signed in as",
  alreadyOther: "To sign in as somebody else, leave this account here first.",
  otherAccount: "Use another account",
  notSignedOut: "The server did not answer: you are still signed in. Try again.",
  goOn: "Continue",
  toTrading: "To the markets",
  toSettings: "Account settings",
  doneSignedOut: "You are signed out.",
  doneEverywhere: "You are signed out on all devices.",
  doneDeleted: "Your account is deleted, and you are signed out.",

  error_declined: "The provider did not confirm the sign-in. Nothing was changed.",
  error_provider: "The provider could not be reached. Try again, or choose another way.",
  error_unfinished:
    "The sign-in did not come to its end: it took too long, or began in another tab. Start again.",
  error_inUse: "This login belongs to another account, so it was not linked.",
  error_notLinked: "This login is not one of your account's, so it proves nothing here.",
  error_other: "The sign-in did not work. Try again, or choose another way.",

  linkTitle: "Your link",
  linkLooking: "Looking at the link",
  linkOpening: "One moment…",
  tryAgain: "Try again",
  "ready_sign-in": "Sign in with this link",
  ready_link: "Link this address",
  ready_prove: "Confirm that it is you",
  "readyText_sign-in": "Press the button and you are signed in as",
  readyText_link: "Press the button, and from then on your account can also be opened by",
  readyText_prove: "Press the button to confirm that it is you, by",
  "press_sign-in": "Sign in",
  press_link: "Link the address",
  press_prove: "Confirm",
  replaces: "In this browser it takes the place of",
  worksUntil: "The link works once, until {time}.",
  otherBrowserTitle: "Open this link in your other browser",
  otherBrowserText: "It is for the account that asked for it, with",
  otherBrowserDo:
    "Nobody is signed in here. Copy the link and open it in the browser where you asked for it; it is not used up yet.",
  copyLink: "Copy the link",
  linkedTitle: "The address is linked",
  linkedText: "You can sign in with it from now on. This tab can be closed.",
  provedTitle: "Confirmed",
  provedText: "The page where you were asked goes on by itself. This tab can be closed.",
  deadTitle: "This link does not work any more",
  deadText:
    "It was used already, it is older than 15 minutes, or a part of it is missing. Ask for a new one.",
  emptyTitle: "The link is not complete",
  emptyText: "Open it from the mail once more. If it was split over two lines, copy both.",
  askNewLink: "Ask for a new link",
} as const satisfies MessageFile;

export default messages;
