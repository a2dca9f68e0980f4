import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  loading: "Loading",

  // What comes next
  title: "Next payout",
  whatPending: "{amount} earned and not paid yet",
  whenDay: "Planned for {date} (UTC), with everything earned until then.",
  whenFree: "The operator of this service decides when it pays. There is no fixed day.",
  whenNever: "Payouts are not set up at this service. What you earn stays yours and pending.",
  minimum: "Payouts start at {minimum} USDC. A smaller amount stays pending for the next one.",
  belowMinimum: "{missing} more are needed for it.",
  whoPays:
    "The operator first prepares a payout, which sets the amount aside, and then pays it in USDC. It counts as paid when the chain shows it as final.",
  inTransit: "{amount} are on the way to you: see the settlements below.",
  todo: "One thing to do before you can be paid",

  // Payout wallet
  payoutWallet: "Payout wallet",
  payoutNone: "No wallet chosen. Your earnings stay pending until you choose one.",
  payoutNoWallet: "Your account has no wallet yet. Link one to receive payouts.",
  linkWallet: "Link a wallet",
  choose: "Choose",
  change: "Change",
  payoutTitle: "Payout wallet",
  payoutText:
    "Choose one of your account's wallets. Payouts already being prepared still go to the previous one.",
  payoutChoices: "Wallets of your account",
  payoutSave: "Pay out to this wallet",
  saving: "One moment…",
  cancel: "Cancel",
  payoutSaved: "Payouts are now sent to {address}.",
  linkAnother: "Link another wallet",
  copyWallet: "Address of the payout wallet",
} as const satisfies MessageFile;

export default messages;
