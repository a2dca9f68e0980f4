import type { MessageFile } from "#components/i18n/message-types.ts";

/** A key `error_CODE` is what a person reads of that code of lib/platform/errors.ts on these pages. */
const messages = {
  pages: "Settings pages",
  groupAccount: "Account",
  groupAssistants: "Assistants",
  groupKeys: "Keys and API",
  signIn: "Sign-in",
  waysIn: "Sign-in methods",
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
  notSignedOut: "The server did not respond: you are still signed in. Try again.",
  signedOut: "You are not signed in.",
  signedOutDetail: "This page shows account data. Sign in to see it.",
  sessionEnded: "Your session has ended.",
  sessionEndedDetail:
    "It expired or was ended on another device. Sign in again to return to this page.",
  tryAgain: "Try again",
  isOld: "The data shown is from the last successful update.",
  leaveIt: "Cancel",
  oneMoment: "One moment…",
  loading: "Loading",
  copy: "Copy",
  copied: "Copied",
  copyOf: "Copy {what}",

  // The proof that a sensitive step asks for
  proofTitle: "Confirm it is you",
  proofText:
    "This step needs a proof from the last ten minutes. Use one of your sign-in methods; the step then continues by itself.",
  proofWays: "Your sign-in methods",
  proofByAnyWallet: "With a wallet of this account",
  proofByMail: "With a link to {address}",
  proofByProvider: "With {name}",
  proofMailHint:
    "It works once, within 15 minutes. Open it in this browser; this window then continues by itself.",
  proofProviderOpen: "Sign in in the window that opened. This window then continues by itself.",
  proofNoWindow: "The browser blocked the window. Allow pop-ups for this site and try again.",
  proofDone: "Confirmed. You can close this window and continue where you left off.",
  proofOther: "Use another method",

  // Refusals
  error_NETWORK: "No response. Check your connection and try again.",
  error_SIGN_IN_REQUIRED: "Your session has ended. Sign in again.",
  error_SIGN_IN_REFUSED:
    "The proof was refused. It may have expired or been used already; try again.",
  error_FRESH_PROOF_REQUIRED: "Nothing was changed. Confirm first that it is you.",
  error_IDENTITY_IN_USE:
    "This belongs to another account. Sign in to that account and unlink it there first.",
  error_LAST_IDENTITY: "This is your only sign-in method. Link another one first.",
  error_IDENTITY_NOT_FOUND: "It is no longer linked to this account.",
  error_SESSION_NOT_FOUND: "This session has already ended.",
  error_KEY_NOT_FOUND: "This account has no such key. It may have been revoked already.",
  error_KEY_IS_DEAD: "The key has expired or was revoked. Create a new one.",
  error_TOO_MANY_KEYS: "You have the maximum number of keys. Revoke one first.",
  error_TOO_MANY_NOTES: "You have the maximum number of notes. Delete one first.",
  error_NOTE_NOT_FOUND: "This note has already been deleted.",
  error_WALLET_REQUIRED: "This needs an account with a wallet. Link one first.",
  error_REFERRAL_NOT_FOUND: "You have no such referral.",
  error_NOT_A_PARTNER: "You are not a partner yet. Join the programme first.",
  error_CODE_TAKEN: "This code is taken. Choose another one.",
  error_INVALID_TOKEN:
    "The link is no longer valid: it was used, has expired, or was requested in another browser.",
  error_MAIL_NOT_SENT: "The email could not be sent. Try again in a minute.",
  error_IDENTITY_PROVIDER_UNREACHABLE:
    "The provider did not respond. Try again, or use another method.",
  error_RATE_LIMITED: "Too many requests. Try again shortly.",
  error_RATE_LIMITED_seconds: "Too many requests. Try again in {seconds} s.",
  error_INTERNAL: "Something went wrong on the server. Try again in a moment.",
  error_DRAINING: "The service is restarting. Try again in a few seconds.",
  error_NOT_READY: "The service is starting. Try again in a few seconds.",
  error_NOT_FOUND: "This no longer exists.",
} as const satisfies MessageFile;

export default messages;
