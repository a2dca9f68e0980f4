import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  title: "Buy USDC with a card",
  notAvailable: "Buying USDC with a card is not available here.",
  notAvailableDetail: "This service has no card provider.",
  signInFirst: "Sign in with a wallet to buy USDC.",
  simulatedHelp: "No card is charged, and the USDC has no value.",

  // The form
  currency: "Currency",
  range: "From {least} to {most} {currency}. The checkout shows the fee and the USDC you get.",
  amount_unreadable: "Enter a valid amount.",
  amount_ambiguous: "A comma before three digits can mean two numbers. Write 1234 or 1.234.",
  amount_decimals: "At most two decimals.",
  amount_range: "Enter {least} to {most} {currency}.",
  wallet: "The USDC goes only to the wallet you are signed in with.",
  who: "{name} runs the checkout at {host} and checks your identity. This service gets no card data.",
  whoSimulated:
    "A simulated checkout at {host} replaces {name}, which would check your identity. It asks for no card details.",
  leave: "Continue to checkout",
  leaving: "Opening checkout…",
  returns: "You leave this page. The checkout then brings you back to your transfers.",

  // A purchase
  purchaseOf: "Purchase of {amount} {currency}",
  toWallet: "To wallet {wallet}",
  progress: "Progress",
  step_begun: "Payment started",
  step_paid: "Paid",
  step_delivered: "In your wallet",
  got: "{amount} USDC",
  state_created: "The provider has not reported a payment yet.",
  state_pending:
    "The provider is processing the payment. This takes seconds to days, depending on how you pay.",
  state_paid: "The provider reports that it sent the USDC. Waiting until it is final on the chain.",
  state_failed: "The payment failed or was cancelled. Nothing was bought.",
  state_refunded: "The provider reports that it refunded the payment.",
  state_delivered: "The payment to your wallet is final on the chain.",
  reason_not_named: "The provider has not reported its transaction and amount yet.",
  reason_not_on_chain: "Its transaction is not on the chain yet.",
  reason_not_final: "Its transaction is on the chain, but not final yet.",
  reason_given_up: "Its transaction was not on the chain for a day. We no longer look for it.",
  reason_transaction_failed: "The reported transaction failed on the chain.",
  reason_not_to_the_wallet: "The reported transaction pays no USDC to your wallet.",
  reason_amount_too_small: "The reported transaction pays less than stated.",
  reason_older_than_the_purchase: "The reported transaction is older than the purchase.",
  reason_used_before: "The reported transaction was already used for another purchase.",
  support: "Contact {name} with this reference:",
  reference: "the provider's reference",
  toCheckout: "Go to checkout",
} as const satisfies MessageFile;

export default messages;
