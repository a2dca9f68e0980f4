import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  network: "Network",
  simulated: "Simulated",
  simulatedHelp: "A simulated chain. Its tokens have no value.",
  showTransaction: "Show the transaction",
  signatureOf: "the transaction's signature",
  stepDone: "done",
  progress: "Progress",
  dismiss: "Dismiss",
  back: "Back",
  whatHappens: "What you sign",
  memo: "Memo",
  networkFee: "Network fee",
  simulatedSame: "Read from the bytes to be signed. A simulation of the same bytes agrees.",
  signWith: "Sign with {wallet}",
  waiting: "Waiting for {wallet}…",
  answerInWallet: "Approve or reject in {wallet}.",
  declined: "Nothing was signed.",
  changedMeanwhile:
    "The wallet or the network changed meanwhile. Nothing was signed: go back and review again.",
  otherWallet: "Another wallet or account is connected now. Nothing was sent.",
  walletChangedIt: "{wallet} signed something else than was shown. Nothing was sent.",
  walletSignedWrongly: "The signature of {wallet} does not verify. Nothing was sent.",
  step_processed: "Seen",
  step_confirmed: "Confirmed",
  step_finalized: "Final",
  state_sending: "Sending the signed transaction.",
  state_unknown:
    "Sent. The chain does not show it yet. The same transaction is sent again until it lands or can no longer land.",
  state_processed: "A block contains it. The block can still be undone.",
  state_confirmed: "Most of the network has voted for its block.",
  state_chainGone:
    "The simulated chain was started afresh, and this transaction belongs to the one before. It can never land.",
  sendingRefused: "The last sending was refused: {reason}",
  buy: "Buy with a card",
  connect: "Connect wallet",
  newcomer: "Get SOL and USDC (simulated)",
  newcomerPending: "On their way…",
  newcomerHelp: "The wallet needs tokens, and a little SOL for the network's fee.",
  newcomerGiven: "Simulated SOL and USDC are in the wallet.",
  newcomerRefused: "No tokens were given. {reason}",
} as const satisfies MessageFile;

export default messages;
