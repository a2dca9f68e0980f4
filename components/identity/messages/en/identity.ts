import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  title: "Sign-in methods",
  intro:
    "Each of these methods signs you in to this account. Keep only sign-in methods you control.",
  loading: "Loading sign-in methods",
  kind_wallet: "Wallet",
  kind_email: "Email",
  kind_oidc: "Identity provider",
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
    "Confirm that this account is yours (within the last ten minutes), and that the new method is yours.",
  addMail: "Link an email address",
  addProvider: "Link {name}",
  linked: "Linked.",
  sendLink: "Send a link",
  mailHint: "Open it in this browser within 15 minutes to link the address; it then appears here.",
  referralTitle: "Referral code",
  referralOpen:
    "Did a partner recommend us? Enter their code before {time}, and you get {discount}% off trading fees from then on, for life.",
  referralEntered: "The code was entered: you get {discount}% off trading fees, for life.",
  referralOf: "You came by the partner link {code}: {discount}% off trading fees, for life.",
  referralImported: "A partner referred you: {discount}% off trading fees, for life.",
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
  erased_stagedOrders: { one: "{count} proposed order", other: "{count} proposed orders" },
  erased_notices: {
    one: "{count} notification",
    other: "{count} notifications",
  },
  erased_pushBrowsers: {
    one: "{count} browser that gets notifications",
    other: "{count} browsers that get notifications",
  },
  erased_priceAlerts: {
    one: "{count} price alert",
    other: "{count} price alerts",
  },
  erased_preferences: "Your preferences for assistants and notifications",
  erased_traces: "Addresses, devices and names in your activity log",
  erased_partner: "Your partner link, your payout wallet and your email settings as a partner",
  partnerNextDay:
    "The next payout is planned for {date} (UTC). To receive the amount, keep the account until it has arrived.",
  partnerNextFree:
    "To receive it, keep the account until the next payout. Payouts have no fixed day.",
  partnerNextNever: "This service has not set up payouts, so this amount cannot be paid first.",
  partnerMinimum: "The smallest payout is {minimum} USDC.",
  erased_code: "Your partner code {code} and all your links: new sign-ups no longer count for you",
  erased_payoutWallet: "Your payout wallet {address}",
  erased_partnerNotes:
    "The names of your links, your notes about people you referred, and your email settings as a partner",
  erased_points: {
    one: "{count} point for swaps",
    other: "{count} points for swaps",
  },
  erased_webhooks: {
    one: "{count} webhook, with its deliveries",
    other: "{count} webhooks, with their deliveries",
  },
  erased_purchases: {
    one: "{count} record of a purchase by card; what was paid still arrives",
    other: "{count} records of purchases by card; what was paid still arrives",
  },
  keptTitle: "What stays, and why",
  kept_ledger:
    "The venue's ledger: orders, fills, balances and transfers of your wallet. Other traders' entries depend on them, so this site cannot change them.",
  kept_audit:
    "The audit log without personal data: what an account did and when, without address, device or name. It can prove later that nothing was changed.",
  deletePositions:
    "Positions, open orders and balances stay at the venue: they belong to your wallet, not to this account. First close and withdraw what you do not want to leave there. Trading keys registered at the venue work until they expire or are revoked.",
  kept_partner:
    "The ledger of your earnings and payouts as a partner. People you referred keep their lower fees.",
  partnerTitle: "Your partner earnings",
  partnerLoading: "Loading your balances",
  usd: "{amount} USD",
  partnerPending: "Not paid yet. It will be forfeited.",
  partnerNoPending: "Not paid yet. Nothing will be forfeited.",
  partnerInTransit:
    "In transit. It is still paid to the wallet of its payout. If that payment fails, it is forfeited too.",
  partnerNoTransit: "In transit.",
  partnerStatement: "You cannot open your statement after the deletion:",
  partnerDownload: "Download statement ({format})",
  partnerAccept: "I understand that {amount} will be forfeited.",
  acceptFirst: "First confirm above what will be forfeited. Nothing was deleted.",
  deleteProof:
    "If you have not confirmed your identity in the last ten minutes, you are asked to do so first.",
  toPositions: "Open positions, orders and balances",
  deleteWord: "delete",
  typeToDelete: "To delete the account, type “{word}”.",
  typeExactly: "Type “{word}” first. Nothing was deleted.",
  deleteNow: "Delete my account",
  deleting: "Deleting…",
} as const satisfies MessageFile;

export default messages;
