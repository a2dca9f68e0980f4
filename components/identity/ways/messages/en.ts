import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  title: "Sign-in methods",
  intro:
    "Each of these opens your account. Anyone who has one of them can sign in as you: keep only those that are yours.",
  loading: "Loading sign-in methods",
  kind_wallet: "Wallet",
  kind_email: "Email",
  kind_oidc: "Identity provider",
  lastUsed: "Last used",
  since: "linked",
  lastOne: "Your only sign-in method cannot be unlinked.",
  unlink: "Unlink",
  unlinkOf: "Unlink {name}",
  unlinkTitle: "Unlink this sign-in method?",
  unlinkText_wallet:
    "This wallet will no longer open your account. Its funds at the venue stay with the wallet: a later sign-in with it opens a separate account.",
  unlinkText_email: "Links sent to this address will no longer open your account.",
  unlinkText_oidc: "This login will no longer open your account. The provider is not notified.",
  unlinked: "Unlinked.",
  addTitle: "Link another method",
  addText:
    "To link a method, confirm that this account is yours (within the last ten minutes) and that the new method is yours.",
  addWallet: "Link a wallet",
  addMail: "Link an email address",
  addProvider: "Link {name}",
  linked: "Linked.",
  sendLink: "Send a link",
  mailHint: "Open it in this browser within 15 minutes to link the address; it then appears here.",
  deleteTitle: "Delete account",
  deleteIntro:
    "This cannot be undone. A later sign-in with one of your methods opens a new, empty account.",
  erasedTitle: "What is erased",
  erased_identities: { one: "{count} sign-in method", other: "{count} sign-in methods" },
  erased_sessions: {
    one: "{count} session: the device is signed out",
    other: "{count} sessions: all devices are signed out",
  },
  erased_mcpKeys: {
    one: "{count} MCP key: it stops at its next request",
    other: "{count} MCP keys: they stop at their next request",
  },
  erased_connectedApps: { one: "{count} connected app", other: "{count} connected apps" },
  erased_assistantNotes: {
    one: "{count} note for assistants",
    other: "{count} notes for assistants",
  },
  erased_botKeys: {
    one: "{count} bot key: it stops at its next request",
    other: "{count} bot keys: they stop at their next request",
  },
  erased_venueKeys: {
    one: "{count} venue key that this site holds for you",
    other: "{count} venue keys that this site holds for you",
  },
  keptTitle: "What stays, and why",
  kept_ledger:
    "The venue's ledger: orders, fills, balances and transfers of your wallet. Other traders' entries depend on them, so this site cannot change them.",
  kept_audit:
    "The audit log without personal data: that an account did something and when, without address, device or name. It proves later that nothing was tampered with.",
  deletePositions:
    "Positions, open orders and balances stay at the venue: they belong to your wallet, not to this account. Close and withdraw first what you do not want to leave. Trading keys registered at the venue work until they expire or are revoked.",
  deletePartner:
    "You are a partner: your link stops working, and unpaid earnings are lost. To receive them, wait for the next payout first.",
  toPositions: "Open positions, orders and balances",
  deleteWord: "delete",
  typeToDelete: "To delete the account, type “{word}”.",
  typeExactly: "Type “{word}” first. Nothing was deleted.",
  deleteNow: "Delete my account",
  deleting: "Deleting…",
} as const satisfies MessageFile;

export default messages;
