import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  deposit: "Deposit",
  withdraw: "Withdraw",
  depositWords: "fund add money usdc top up address",
  withdrawWords: "pay out cash out send usdc",
  vaultLink: "What the vault holds and owes",
  depositTitle: "Deposit USDC",
  withdrawTitle: "Withdraw USDC",
  loading: "Loading",
  tryAgain: "Try again",
  notAvailable: "Deposits and withdrawals are not available.",
  notAvailableDetail: "This service has no vault on a chain.",
  usdc: "{amount} USDC",
  max: "Max",
  amount: "Amount",

  // Ways to deposit
  ways: "Ways to deposit",
  way_wallet: "With this wallet",
  way_elsewhere: "From elsewhere",
  oneAtATime:
    "Another deposit can be signed as soon as it is certain what became of the one above.",
  connectFirst: "Connect the wallet of this account to deposit from it.",
  inWallet: "In the wallet",
  forFees: "For network fees",
  balancesUnread: "The chain could not be read. Trying again.",
  feeHint: "The network's fee is paid in SOL, from the wallet.",
  review: "Review",
  checking: "Simulating…",

  amount_unreadable: "This is not an amount.",
  amount_decimals: "USDC has at most 6 decimals.",
  amount_zero: "The amount must be more than zero.",
  amount_exceedsWallet: "The wallet does not hold that much.",
  amount_least: "The least amount is 1 USDC.",
  amount_exceeds: "That is more than can be withdrawn now.",

  problem_differs: "What was built differs from what was asked for, so it cannot be signed.",
  problem_failsOnChain: "The chain would refuse this deposit, so it cannot be signed.",
  problem_tooLittleUsdc: "The wallet does not hold that much USDC.",
  problem_tooLittleSol: "The wallet needs a little SOL for the network's fee.",

  // What is signed
  leavesWallet: "Leaves the wallet",
  creditedTo: "Credited to",
  usdcAfter: "USDC in the wallet afterwards",

  // A deposit on its way
  depositOf: "Deposit of {amount} USDC",
  step_credited: "Credited",
  state_finalized: "It cannot be undone. The venue credits it next.",
  state_credited: "It is in your account.",
  state_failed: "The chain refused it, and that is final. The amount stayed in the wallet.",
  state_expired: "It did not land and never will. The amount stayed in the wallet.",
  credited: "{amount} USDC are in your account.",
  failed: "The deposit of {amount} USDC failed on the chain. The amount stayed in the wallet.",
  expired:
    "The deposit of {amount} USDC did not land and never will. The amount stayed in the wallet.",

  // From another wallet or an exchange
  qrName: "Address and memo as a QR code",
  qrHelp: "Wallets that scan it fill in address, token and memo.",
  address: "Address",
  onlyUsdc: "Send USDC on Solana only, at least 1. Other tokens are not credited.",
  memoWhy:
    "Add this memo: it says whose deposit it is. Without it a deposit is credited only to a wallet that has deposited with its own memo before.",
  forPrograms: "For programs",
  tokenAccount: "USDC account of the vault",
  tokenAccountHelp: "For transfers that name a token account instead of a wallet.",
  mint: "USDC mint",

  // Withdrawals
  balance: "Balance",
  heldAsMargin: "Held as margin",
  reservedNow: "Reserved for withdrawals",
  available: "Available",
  fee: "Fee",
  noFee: "None. The vault pays the network.",
  withdrawHint: "At least {least} USDC.",
  destination: "To your own wallet",
  destinationWhy:
    "It cannot go anywhere else: what you sign names no destination, so neither a mistyped address nor a manipulated page can send it to others.",
  reviewWithdrawal: "Review and sign",
  withdrawalBusy: "Another withdrawal waits for its answer.",
  accountUnread: "The account cannot be read at the moment.",
  nothingToWithdraw: "There is nothing to withdraw.",
  enableFirst: "Enable trading to withdraw. It takes one signature.",
  enable: "Enable trading",
  withdrawalOf: "Withdrawal of {amount} USDC",
  step_reserved: "Reserved",
  step_sent: "Sent",
  step_settled: "Paid",
  withdrawal_RESERVED: "Taken from the balance. The vault's signers check and pay it next.",
  withdrawal_SENT: "The payment was signed and sent. It counts once it is final.",
  withdrawal_SETTLED: "Paid to your wallet, and final.",
  withdrawal_RETURNED: "Not paid. The amount is back in your balance.",
} as const satisfies MessageFile;

export default messages;
