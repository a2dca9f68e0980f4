import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  withdraw: "Withdraw",
  depositWords: "fund add money usdc top up address",
  withdrawWords: "pay out cash out send usdc",
  vaultLink: "What the vault holds and owes",
  depositTitle: "Deposit USDC",
  withdrawTitle: "Withdraw USDC",
  notAvailable: "Deposits and withdrawals are not available.",
  notAvailableDetail: "This service has no vault on a chain.",

  // Ways to deposit
  ways: "Ways to deposit",
  way_wallet: "With this wallet",
  way_elsewhere: "From another address",
  oneAtATime: "Wait for the deposit above to finish. Then you can sign another one.",
  connectFirst: "Connect the wallet of this account to deposit from it.",
  inWallet: "In the wallet",
  forFees: "For network fees",
  balancesUnread: "The balances could not be loaded. Trying again.",
  feeHint: "The network fee is paid in SOL, from the wallet.",
  checking: "Simulating…",

  amount_unreadable: "Enter a valid amount.",
  amount_ambiguous: "A comma before three digits can mean two numbers. Write 1234 or 1.234.",
  amount_decimals: "USDC has at most 6 decimals.",
  amount_zero: "The amount must be more than zero.",
  amount_exceedsWallet: "The wallet does not have that much.",
  amount_least: "The minimum is 1 USDC.",
  amount_arrives: "The minimum is {least} USDC.",
  amount_exceeds: "That is more than you can withdraw now.",

  problem_differs: "The transaction differs from your deposit, so it cannot be signed.",
  problem_failsOnChain: "This deposit would fail on the chain, so it cannot be signed.",
  problem_tooLittleUsdc: "The wallet does not have that much USDC.",
  problem_tooLittleSol: "The wallet needs a little SOL for the network fee.",

  // What is signed
  leavesWallet: "Leaves the wallet",
  creditedTo: "Credited to",
  usdcAfter: "USDC in the wallet afterwards",

  // A deposit on its way
  depositOf: "Deposit of {amount} USDC",
  step_credited: "Credited",
  state_finalized: "Final. The venue credits it next.",
  state_credited: "It is in your account.",
  state_failed: "Failed on the chain. The amount stayed in the wallet.",
  state_expired: "Expired before it landed. The amount stayed in the wallet.",
  credited: "{amount} USDC are in your account.",
  failed: "The deposit of {amount} USDC failed on the chain. The amount stayed in the wallet.",
  expired:
    "The deposit of {amount} USDC expired before it landed. The amount stayed in the wallet.",

  // The account's own address
  way_address: "To your address",
  ownAddress: "Your deposit address",
  ownQr: "Your deposit address as a QR code",
  ownHelp:
    "Pay to it from any exchange or wallet, without a memo. It belongs to your account and stays the same.",
  ownToken: "Token",
  ownNetwork: "Network",
  ownWarning:
    "Send only USDC on the Solana network. Another token, or USDC on another network, is not credited and cannot be returned.",
  ownTerms:
    "Send at least {minimum} USDC. {fee} USDC of each deposit pays for moving it into the vault. Less than {minimum} USDC waits until more arrives.",
  ownUnread: "The address could not be loaded. Trying again.",
  arriving: "Seen on the chain, not final yet.",
  belowMinimum: "Waiting. It arrives when the sum reaches {minimum} USDC.",
  moving: "Final. It is moved into the vault next.",
  move_sent: "On its way into the vault.",
  move_final: "In the vault. The venue credits it next.",
  move_credited: "It is in your account.",
  move_failed: "Moving it failed. It is tried again by itself.",
  onItsWay: "Incoming deposits",
  withMemo: "With the vault's address and a memo instead",
  withoutMemo: "Sent without a memo before?",
  claimHelp:
    "If this wallet sent USDC to the vault without a memo, it can claim the payment with a signature. From an exchange this is not possible: ask its support.",
  claimPayment: "Transaction",
  claim: "Sign and claim",
  claimed: "Claimed. The amount is in your account.",
  claimDeclined: "The wallet did not sign.",

  // From another wallet or an exchange
  qrName: "Address and memo as a QR code",
  qrHelp: "Wallets that scan it fill in address, token and memo.",
  address: "Address",
  onlyUsdc: "Send USDC on Solana only, at least 1. Other tokens are not credited.",
  memoWhy:
    "Add this memo to have the deposit credited. Without it, we credit it only if the sending wallet has deposited with its own memo before.",
  forPrograms: "For developers",
  tokenAccount: "USDC account of the vault",
  tokenAccountHelp: "For transfers that name a token account instead of a wallet.",
  mint: "USDC mint",

  // Withdrawals
  balance: "Balance",
  heldAsMargin: "Used as margin",
  reservedNow: "Reserved for withdrawals",
  available: "Available",
  feeWithAccount: "Fee, with a new USDC account for your wallet",
  arrives: "Arrives in your wallet",
  feeUnread: "The fee is not available at the moment.",
  withdrawHint: "At least {least} USDC. The fee is part of the amount.",
  destination: "To your own wallet",
  destinationWhy:
    "It cannot go anywhere else. What you sign names no destination, so a mistyped address or a manipulated page cannot redirect it.",
  reviewWithdrawal: "Review and sign",
  withdrawalBusy: "Another withdrawal is still pending.",
  accountUnread: "Your account could not be loaded.",
  nothingToWithdraw: "Nothing to withdraw.",
  enableFirst: "Enable trading to withdraw. It takes one signature.",
  withdrawalOf: "Withdrawal of {amount} USDC",
  step_reserved: "Reserved",
  step_sent: "Sent",
  step_settled: "Paid",
  withdrawal_RESERVED: "Deducted from the balance. The vault's signers check and pay it next.",
  withdrawal_SENT: "Signed and sent. It is done when it is final.",
  withdrawal_SETTLED: "Paid to your wallet. This is final.",
  withdrawal_RETURNED: "Not paid. The amount is back in your balance.",
} as const satisfies MessageFile;

export default messages;
