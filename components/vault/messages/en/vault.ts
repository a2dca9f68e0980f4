import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  title: "Vault",
  intro:
    "What the vault holds can be checked on the chain. What the venue owes now is its own statement; each hour a proof of reserves lets every account check its part.",
  none: "This service has no vault on a chain.",
  noneDetail: "Deposits and withdrawals are not available here.",
  unread: "The vault's proof is not available at the moment.",
  unreadDetail: "The vault itself can still be checked on the chain.",

  covered: "The vault holds at least what the venue says it owes.",
  deficit: "The vault holds less than the venue says it owes. Payments are stopped.",
  stopped: "Payments are stopped until enough signers can be reached.",
  old: "These figures are out of date: the vault's proof could not be refreshed.",
  network: "Network",
  simulatedHelp: "A simulated chain. Its tokens have no value.",

  figures: "Figures",
  balance: "In the vault",
  balanceHelp: "Finalized on the chain",
  liabilities: "Owed by the venue",
  liabilitiesHelp: "Stated by the venue: deposits minus paid withdrawals",
  reserved: "Including pending withdrawals",
  unattributed: "Not credited to an account",
  unattributedHelp: "Deposited without a memo, or less than 1 USDC",
  difference: "Surplus",
  differenceHelp: "In the vault minus owed",
  slot: "Finalized slot",
  readAt: "Updated",
  age: { one: "{time} UTC, {count} second old", other: "{time} UTC, {count} seconds old" },
  picture: "{balance} USDC in the vault, {liabilities} USDC owed",

  reserves: "Proof of reserves",
  reservesIntro:
    "Every hour the venue states what it owes to each account in one tree of sums. The chain keeps the root of that tree, next to what the vault held.",
  noReserves: "No proof has been published yet. One is made every hour.",
  reservesShort: "At this proof the vault held less than the sum that was owed.",
  reservesOwed: "Sum owed in this proof",
  reservesHeld: "In the vault at this proof",
  reservesAccounts: "Accounts in the sum",
  reservesTime: "Balances as of",
  reservesSlot: "Slot of the anchor",
  belowZero: "Accounts below zero, counted as zero",
  reservesRoot: "Root",
  reservesKey: "Key of the venue that signed it",
  anchor: "The anchor on the chain",
  ownLeaf: "Your leaf",
  leafSignedOut: "Sign in with your wallet to find your leaf.",
  leafUnread: "Your leaf is not available at the moment.",
  noLeaf:
    "Your account was not known to the venue at this proof. If it had a balance then, the proof left it out.",
  leafBalance: "Balance, without unrealised profit and loss",
  leafPositions: "Value of closing your positions at the mark",
  downloadLeaf: "Save leaf",
  getVerifier: "Get the checking program, one file without dependencies",
  runVerifier: "Check the saved leaf",
  proves: "What you can check",
  provesLeaf: "Your balance is part of the sum: your leaf leads to the root.",
  provesSum:
    "The chain states that root and that sum, and the vault held at least that sum at that slot.",
  provesNot:
    "Not checked: the venue's own sums, deposits without an account, and the value of positions. These are statements of the venue and of custody, and the marks are the venue's.",
  provesOthers:
    "Only the owner of an account can check that it is not left out or shown too low. Debts outside the venue are not part of the proof.",

  signers: "Who signs",
  signersIntro: {
    one: "{count} of these keys must sign each payment.",
    other: "{count} of these keys must sign each payment.",
  },
  signer: "Signer",
  key: "Key",
  reachable: "Reachable",
  away: "Unreachable",
  isSimulated: "simulated",
  trust: "What you trust",
  trustService:
    "The service holds none of these keys, so it cannot move the vault's funds. It proposes payments, and could delay one.",
  trustSigners:
    "Each signer checks the owner's signature, the recipient, the amount and a daily cap. It also checks that every credited deposit is on the chain, and that the vault covers what the venue says it owes.",
  trustTwo: "Two signers together are custodians: they could move the vault's funds.",
  trustPool:
    "Margin is pooled: all deposits are in one account, and one account's profit is the loss of others.",

  check: "Check it yourself",
  checkIntro:
    "Any node of the network answers the first command. Only this service answers the second: that figure is its own statement until the next proof of reserves.",
  checkBalance: "Ask the chain for the vault's balance",
  checkOwed: "Ask the service what it says it owes",
  vaultAccount: "The vault on the chain",
  multisig: "The multisig that owns it",
} as const satisfies MessageFile;

export default messages;
