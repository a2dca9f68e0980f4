import type { MessageFile } from "#components/i18n/message-types.ts";

/** A key `error_CODE` is what a person reads of that code of lib/platform/errors.ts on these pages. */
const messages = {
  skip: "Skip to the content",
  backToTrading: "Back to trading",
  pages: "Settings pages",
  groupAccount: "Account",
  groupAssistants: "Assistants",
  groupKeys: "Keys and API",
  groupPartner: "Partners",
  signIn: "Sign-in",
  waysIn: "Ways to sign in",
  sessions: "Sessions",
  activity: "Activity",
  mcpKeys: "MCP keys",
  botKeys: "Bot keys",
  venueKeys: "Venue and trading keys",
  approvals: "Approvals",
  connectedApps: "Connected apps",
  assistantNotes: "Notes for assistants",
  connectAssistant: "Connect an assistant",
  deleteAccount: "Delete account",
  developers: "Developers",
  partner: "Partner programme",
  toSignIn: "Sign in",
  signedInAs: "Signed in as {name}",
  accountSettings: "Account settings",
  signOut: "Sign out",
  notSignedOut: "The server did not answer: you are still signed in. Try again.",
  signedOut: "You are not signed in.",
  signedOutDetail: "This page shows what belongs to an account. Sign in and you come back here.",
  sessionEnded: "Your session has ended.",
  sessionEndedDetail:
    "It ran out, or it was signed out from another device. Sign in again and you come back here.",
  tryAgain: "Try again",
  isOld: "What is shown is from the last successful read.",
  leaveIt: "Cancel",
  oneMoment: "One moment…",
  loading: "Loading",
  copy: "Copy",
  copied: "Copied",
  copyOf: "Copy {what}",

  // The proof that a sensitive step asks for
  proofTitle: "Is it you?",
  proofText:
    "This step needs a proof that is at most ten minutes old. Prove it in one of your ways; then it goes on by itself.",
  proofWays: "Your ways to sign in",
  proofByAnyWallet: "With a wallet of this account",
  proofByMail: "With a link to {address}",
  proofByProvider: "With {name}",
  proofMailHint:
    "It works once, within 15 minutes. Open it in this browser; this window then goes on by itself.",
  proofProviderOpen:
    "Sign in there, in the window that opened. This window then goes on by itself.",
  proofNoWindow: "The browser did not open a window. Allow it for this site and press again.",
  proofDone: "Confirmed. You can close this window and go on where you were.",
  proofOther: "Another way",

  // Refusals
  error_NETWORK: "No answer came. Check the connection and try again.",
  error_SIGN_IN_REQUIRED: "Your session has ended. Sign in again.",
  error_SIGN_IN_REFUSED: "The proof was refused. It may be too old or used already; try again.",
  error_FRESH_PROOF_REQUIRED: "Nothing was changed: this step needs a fresh proof that it is you.",
  error_IDENTITY_IN_USE:
    "This belongs to another account. Sign in to that one and unlink it there first.",
  error_LAST_IDENTITY: "This is the last way to sign in. Link another one first.",
  error_IDENTITY_NOT_FOUND: "It is not linked to this account any more.",
  error_SESSION_NOT_FOUND: "This session has ended already.",
  error_KEY_NOT_FOUND: "This account has no such key. It may be revoked already.",
  error_KEY_IS_DEAD: "The key is expired or revoked. Create a new one.",
  error_TOO_MANY_KEYS: "The account has as many keys as it may have. Revoke one first.",
  error_TOO_MANY_NOTES: "The account has as many notes as it may have. Delete one first.",
  error_NOTE_NOT_FOUND: "This note is gone already: it was deleted elsewhere.",
  error_WALLET_REQUIRED: "This takes an account with a wallet. Link one first.",
  error_REFERRAL_NOT_FOUND: "You have no such referral.",
  error_NOT_A_PARTNER: "This account is no partner yet. Join the programme first.",
  error_CODE_TAKEN: "Somebody has this code already. Choose another one.",
  error_INVALID_TOKEN:
    "The link is not valid any more: it was used, it is too old, or it was asked for in another browser.",
  error_MAIL_NOT_SENT: "The mail could not be sent. Try again in a minute.",
  error_IDENTITY_PROVIDER_UNREACHABLE:
    "The provider did not answer. Try again, or take another way.",
  error_RATE_LIMITED: "Too many requests. Try again shortly.",
  error_RATE_LIMITED_seconds: "Too many requests. In {seconds} s it is taken again.",
  error_INTERNAL: "Something went wrong on the server. Try again in a moment.",
  error_DRAINING: "The service is restarting. Try again in a few seconds.",
  error_NOT_READY: "The service is starting. Try again in a few seconds.",
  error_NOT_FOUND: "This is not there any more.",
} as const satisfies MessageFile;

export default messages;
