import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  title: "Vault",
  intro:
    "What the vault holds, what the venue owes, and who can move it. Every figure can be checked without this service.",
  none: "This service has no vault on a chain.",
  noneDetail: "Deposits and withdrawals are not available here.",
  unread: "The vault's proof cannot be read at the moment.",
  unreadDetail: "The vault itself can still be checked on the chain.",
  refresh: "Read again",

  covered: "The vault covers everything that the venue owes.",
  deficit: "The vault holds less than the venue owes. Payments are stopped.",
  stopped: "Payments are stopped until enough signers can be reached.",
  old: "These figures are old: the vault's proof cannot be read again at the moment.",
  network: "Network",
  simulated: "Simulated",
  simulatedHelp: "A simulated chain. Its tokens have no value.",

  figures: "Figures",
  balance: "In the vault",
  balanceHelp: "Finalized on the chain",
  liabilities: "Owed by the venue",
  liabilitiesHelp: "Deposits less paid withdrawals",
  reserved: "Of it, withdrawals on their way",
  unattributed: "Belongs to no account",
  unattributedHelp: "Paid in without a memo, or less than 1 USDC",
  difference: "Difference",
  differenceHelp: "In the vault less owed",
  slot: "Finalized slot",
  readAt: "Read",
  age: { one: "{time} UTC, {count} second old", other: "{time} UTC, {count} seconds old" },
  picture: "{balance} USDC in the vault, {liabilities} USDC owed",

  signers: "Who signs",
  signersIntro: {
    one: "{count} of these keys must sign each payment.",
    other: "{count} of these keys must sign each payment together.",
  },
  signer: "Signer",
  key: "Key",
  state: "State",
  reachable: "Reachable",
  away: "Not reachable",
  isSimulated: "simulated",
  trust: "What has to be trusted",
  trustService:
    "The service holds none of these keys, so it cannot move the vault. It proposes payments, and could delay one.",
  trustSigners:
    "Each signer checks for itself: the owner's signature, that the payment goes to that owner, the amount, a daily cap, that every credited deposit is on the chain, and that the vault covers what is owed.",
  trustTwo: "Two signers together are custodians: they could move the vault.",
  trustPool:
    "Margin is pooled: all deposits are in one account, and the profit of one account is the loss of others.",

  check: "Check it yourself",
  checkIntro: "Two commands. Any node of the network gives the first answer as well.",
  checkBalance: "Ask the chain for the vault's balance",
  checkOwed: "Ask the service what it owes",
  vaultAccount: "The vault on the chain",
  multisig: "The multisig that owns it",
} as const satisfies MessageFile;

export default messages;
