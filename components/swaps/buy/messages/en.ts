import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  title: "Buy USDC with a card",
  loading: "Loading",
  notAvailable: "USDC cannot be bought with a card here.",
  notAvailableDetail: "This service has no card provider.",
  signInFirst: "Sign in with a wallet to buy USDC.",
  tryAgain: "Try again",
  simulated: "Simulated",
  simulatedHelp: "No card is charged, and the USDC has no value.",

  // The form
  amount: "Amount",
  currency: "Currency",
  range: "From {least} to {most} {currency}. The checkout shows the fee and the USDC you get.",
  amount_unreadable: "This is not a number.",
  amount_decimals: "At most two decimals.",
  amount_range: "The amount is from {least} to {most} {currency}.",
  wallet: "The USDC goes to the wallet you are signed in with, and to no other.",
  who: "{name} runs the checkout and checks your identity, at {host}. This service gets no card data.",
  whoSimulated:
    "A simulated checkout at {host} takes the place of {name}, which would check your identity there. Nothing about a card is asked.",
  leave: "Continue to the checkout",
  leaving: "Opening the checkout…",
  returns: "You leave this page. Afterwards the checkout leads to your transfers.",

  // A purchase
  purchaseOf: "Purchase of {amount} {currency}",
  toWallet: "To the wallet {wallet}",
  progress: "Progress",
  step_begun: "Payment begun",
  step_paid: "Paid",
  step_delivered: "In your wallet",
  got: "{amount} USDC",
  state_created: "The provider has not reported a payment yet.",
  state_pending:
    "The provider handles the payment. This takes from seconds to days, depending on how you pay.",
  state_paid:
    "The provider says that it has sent the USDC. It counts when the chain shows it as final.",
  state_failed: "The payment failed or was cancelled. Nothing was bought.",
  state_refunded: "The provider says that it has refunded the payment.",
  state_delivered: "The chain shows the payment to your wallet as final.",
  reason_not_named: "The provider has not told both its transaction and the amount of it yet.",
  reason_not_on_chain: "The chain does not show its transaction yet.",
  reason_not_final: "The transaction is on the chain and not final yet.",
  reason_given_up:
    "The chain has not shown its transaction for a day, and it is not looked up any more.",
  reason_transaction_failed: "The transaction that it named has failed on the chain.",
  reason_not_to_the_wallet: "The transaction that it named pays no USDC to your wallet.",
  reason_amount_too_small: "The transaction that it named pays less than it stated.",
  reason_older_than_the_purchase: "The transaction that it named is older than the purchase.",
  reason_used_before: "The transaction that it named has delivered another purchase.",
  support: "Ask {name}, with this reference:",
  reference: "the provider's reference",
  toCheckout: "Go to the checkout",
  showTransaction: "Show the transaction",
} as const satisfies MessageFile;

export default messages;
