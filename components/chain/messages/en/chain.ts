import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  network: "Network",
  simulatedHelp: "A simulated chain. Its tokens have no value.",
  signatureOf: "the transaction's signature",
  stepDone: "done",
  progress: "Progress",
  whatHappens: "What you sign",
  memo: "Memo",
  networkFee: "Network fee",
  simulatedSame: "Decoded from the bytes you sign. A simulation of them gives the same result.",
  signWith: "Sign with {wallet}",
  waiting: "Waiting for {wallet}…",
  answerInWallet: "Approve or reject in {wallet}.",
  declined: "Nothing was signed.",
  changedMeanwhile:
    "The wallet or the network has changed. Nothing was signed: go back and review again.",
  otherWallet: "Another wallet or account is connected now. Nothing was sent.",
  walletChangedIt: "{wallet} signed a different transaction than the one shown. Nothing was sent.",
  walletSignedWrongly: "The signature from {wallet} is not valid. Nothing was sent.",
  step_processed: "Seen",
  step_confirmed: "Confirmed",
  step_finalized: "Final",
  state_sending: "Sending the signed transaction.",
  state_unknown:
    "Sent, not on the chain yet. The same transaction is resent until it lands or expires.",
  state_processed: "In a block. The block can still be dropped.",
  state_confirmed: "Most of the network has voted for its block.",
  state_chainGone:
    "The simulated chain was reset. This transaction belongs to the old chain and can never land.",
  sendingRefused: "The last attempt to send was rejected: {reason}",
  buy: "Buy with a card",
  newcomer: "Get SOL and USDC (simulated)",
  newcomerHelp: "The wallet needs tokens, and a little SOL for the network fee.",
  newcomerGiven: "Simulated SOL and USDC arrived in the wallet.",
  newcomerRefused: "No tokens were sent. {reason}",
} as const satisfies MessageFile;

export default messages;
