import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  title: "Vault",
  intro:
    "What the vault holds can be checked on the chain. What the venue owes is its own statement.",
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
    "Any node of the network answers the first command. Only this service answers the second, and you cannot check that your balance is part of it.",
  checkBalance: "Ask the chain for the vault's balance",
  checkOwed: "Ask the service what it says it owes",
  vaultAccount: "The vault on the chain",
  multisig: "The multisig that owns it",
} as const satisfies MessageFile;

export default messages;
