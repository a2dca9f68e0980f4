import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  title: "Ways to sign in",
  intro:
    "Each of these opens your account. Whoever has one of them can sign in as you: keep those only that are yours.",
  loading: "Loading the ways to sign in",
  kind_wallet: "Wallet",
  kind_email: "E-mail",
  kind_oidc: "Identity provider",
  lastUsed: "Last used",
  since: "linked",
  lastOne: "The last way in cannot be unlinked.",
  unlink: "Unlink",
  unlinkOf: "Unlink {name}",
  unlinkTitle: "Unlink this way to sign in?",
  unlinkText_wallet:
    "This wallet will no longer open your account. What it holds at the venue stays with the wallet: who signs in with it later gets an account of its own.",
  unlinkText_email: "Links sent to this address will no longer open your account.",
  unlinkText_oidc: "This login will no longer open your account. The provider is not told.",
  unlinked: "Unlinked.",
  addTitle: "Link another way",
  addText:
    "Linking takes a proof of both: of this account, at most ten minutes old, and of what is linked.",
  addWallet: "Link a wallet",
  addMail: "Link an e-mail address",
  addProvider: "Link {name}",
  linked: "Linked.",
  sendLink: "Send a link",
  mailHint: "Open it in this browser within 15 minutes to link the address; it then appears here.",
  deleteTitle: "Delete account",
  deleteIntro:
    "This cannot be undone. Who signs in later with one of your ways gets a new and empty account.",
  erasedTitle: "What is erased",
  erased_identities: { one: "{count} way to sign in", other: "{count} ways to sign in" },
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
    "The venue's ledger: orders, fills, balances and transfers of your wallet. They are entries of the venue, which other traders' entries rest on, and not ours to change.",
  kept_audit:
    "The audit log without anything personal: that an account did something and when, without address, device or name. It shows later that nothing was tampered with.",
  deletePositions:
    "Positions and open orders stay open at the venue, and balances stay there: they belong to your wallet, not to this account. Close and withdraw first what you do not want to leave. Trading keys that the venue knows work until they expire or are revoked.",
  deletePartner:
    "You are a partner: your link leads to nobody from then on, and what you have earned and were not paid is paid no more. Wait for the next payout first if you want it.",
  toPositions: "Open positions, orders and balances",
  deleteWord: "delete",
  typeToDelete: "To delete the account, type “{word}”.",
  typeExactly: "Type the word “{word}” first. Nothing was deleted.",
  deleteNow: "Delete my account",
  deleting: "Deleting…",
} as const satisfies MessageFile;

export default messages;
