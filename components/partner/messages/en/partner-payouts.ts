import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  // What comes next
  title: "Next payout",
  whatPending: "{amount} earned and not paid yet",
  whenDay: "Planned for {date} (UTC), with everything earned until then.",
  whenFree: "The operator of this service decides when to pay. There is no fixed day.",
  whenNever: "This service has not set up payouts. Your earnings stay pending.",
  minimum: "The smallest payout is {minimum} USDC. Smaller amounts stay pending.",
  belowMinimum: "You need {missing} more.",
  whoPays:
    "The operator creates a payout, which reserves the amount, and then sends it in USDC. It is paid once it is final on chain.",
  inTransit: "{amount} are on the way: see Payouts below.",
  schedule: "Schedule",
  schedule_every_run: "Each time the operator pays",
  schedule_monthly: "At most once a month",
  schedule_on_request: "Only when I ask",
  scheduleHint_every_run: "You are in every payout of the operator in which you reach the minimum.",
  scheduleHint_monthly: "After a payout the next one comes in another calendar month (UTC).",
  scheduleHint_on_request:
    "Your earnings stay pending until you ask. The operator’s next payout then includes you.",
  whenAsk:
    "You have chosen payouts on request. Ask for one, and the operator’s next payout includes you.",
  whenAsked: "Requested: the operator’s next payout includes you.",
  preparing_created: {
    one: "{amount} have been in preparation since {day} ({count} day).",
    other: "{amount} have been in preparation since {day} ({count} days).",
  },
  preparing_submitted:
    "{amount} were sent, prepared on {day}. They count as paid once the chain shows them as final.",
  lastPaid: "Last payout: {amount}, prepared on {created}, paid on {paid}.",
  request: "Request payout",
  requestBack: "Withdraw request",
  terms: "Your payouts",
  termsText: "Within what the operator of this service offers.",
  termsChange: "Change terms",
  termsSave: "Save",
  termsSaved: "Your choices were saved.",
  ownMinimum: "Smallest payout in USDC",
  ownMinimumHint: "From {minimum} to 100,000. Empty: the smallest that the operator pays.",
  payee: "Payee on statements",
  payeeText:
    "Printed on PDF statements, so that they serve as invoices. Optional, and stored encrypted. Latin letters only.",
  payeeName: "Name of the payee",
  payeeAddress: "Address",
  payeeTaxId: "Tax ID",
  todo: "One step before you can be paid",

  // Payout wallet
  payoutWallet: "Payout wallet",
  payoutNone: "No wallet chosen. Your earnings stay pending until you choose one.",
  payoutNoWallet: "Your account has no wallet yet. Link one to receive payouts.",
  choose: "Choose wallet",
  change: "Change wallet",
  payoutText:
    "Choose one of your account's wallets. Payouts in progress go to the previous wallet.",
  payoutChoices: "Wallets of your account",
  payoutSave: "Use this wallet",
  saving: "One moment…",
  payoutSaved: "Payouts are now sent to {address}.",
  payoutWaits: "Payouts go to {address} from {time}.",
  payoutStop: "Cancel this change",
  payoutWait: {
    one: "A new wallet applies after {count} hour. Until then you can cancel the change.",
    other: "A new wallet applies after {count} hours. Until then you can cancel the change.",
  },
  linkAnother: "Link another wallet",
  copyWallet: "Address of the payout wallet",
} as const satisfies MessageFile;

export default messages;
