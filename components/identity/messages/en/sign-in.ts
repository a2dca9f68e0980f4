import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  title: "Sign in",
  intro:
    "Choose how to sign in. Your first sign-in creates an account. Trading needs a wallet, which you can also link later.",
  neverAsk:
    "We never ask for a seed phrase or a private key, and no sign-in method can move your funds.",
  referred:
    "You followed the partner link {code}: a new account gets {discount}% off trading fees, for life.",
  byWallet: "Wallet",
  byWalletHint:
    "Your wallet signs a text once. Later it signs each order, unless you approve a trading key that signs for it.",
  chooseWallet: "Choose a wallet",
  byMail: "Email",
  byMailHint: "A link in an email signs you in. It works once.",
  byProvider: "{name}",
  byProviderHint: "{name} confirms your identity and never shares your password.",
  toProvider: "Continue with {name}",
  address: "Email address",
  addressInvalid: "Enter an email address such as name@example.com.",
  sendLink: "Send me a link",
  lookIntoMailbox: "Check your inbox",
  sentTo: "We sent a link to",
  sentHint:
    "It works once, within 15 minutes. Open it in this browser to continue where you left off.",
  openMailbox: "Open the simulated inbox",
  resend: "Send another link",
  resendIn: "Send another link in {seconds} s",
  otherAddress: "Use another address",

  alreadyTitle: "You are signed in",
  alreadyAs: "You are signed in as",
  alreadyOther: "To use another account, sign out of this one first.",
  otherAccount: "Use another account",
  notSignedOut: "The server did not respond: you are still signed in. Try again.",
  goOn: "Continue",
  toTrading: "Go to the markets",
  doneSignedOut: "You are signed out.",
  doneEverywhere: "You are signed out on all devices.",
  doneDeleted: "Your account was deleted, and you are signed out.",

  error_declined: "The provider did not confirm the sign-in. Nothing was changed.",
  error_provider: "The provider could not be reached. Try again, or choose another method.",
  error_unfinished:
    "The sign-in was not completed: it took too long or was started in another tab. Start again.",
  error_inUse: "This login belongs to another account, so it was not linked.",
  error_notLinked: "This login is not linked to your account, so it cannot confirm that it is you.",
  error_other: "The sign-in failed. Try again, or choose another method.",

  linkTitle: "Your link",
  linkLooking: "Checking the link",
  "ready_sign-in": "Sign in with this link",
  ready_link: "Link this address",
  ready_prove: "Confirm that it is you",
  "readyText_sign-in": "Press the button to sign in as",
  readyText_link: "Press the button to make this a sign-in method of your account:",
  readyText_prove: "Press the button to confirm that it is you with",
  "press_sign-in": "Sign in",
  press_link: "Link the address",
  press_prove: "Confirm",
  replaces: "In this browser it replaces",
  worksUntil: "The link works once, until {time}.",
  otherBrowserTitle: "Open this link in your other browser",
  otherBrowserText: "It belongs to the account that requested it for",
  otherBrowserDo:
    "You are not signed in in this browser. Copy the link and open it in the browser where you requested it; it has not been used yet.",
  copyLink: "Copy the link",
  linkedTitle: "The address is linked",
  linkedText: "You can now sign in with it. You can close this tab.",
  provedTitle: "Confirmed",
  provedText: "The page that asked for this continues automatically. You can close this tab.",
  deadTitle: "This link no longer works",
  deadText: "It was already used, is older than 15 minutes, or is incomplete. Request a new one.",
  usedTitle: "This link was already used",
  usedText:
    "It was used on {time}. If that was not you, a program that checks your email may have opened it; you can end its session in Settings → Sessions.",
  expiredTitle: "This link has expired",
  expiredText: "A link works for 15 minutes.",
  anotherTo: "We can send another one to",
  sendAnother: "Send another link",
  otherWay: "Sign in another way",
  elsewhere:
    "This installation is set up for {address}, on its own machine. Sign-in by email or by a provider works at that address only, until its operator sets BASE_URL to the address that you have opened.",
  emptyTitle: "The link is incomplete",
  emptyText: "Open it from the email again. If it was split over two lines, copy both.",
  askNewLink: "Request a new link",
} as const satisfies MessageFile;

export default messages;
