import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  noWallet: "This account has no wallet.",
  noWalletDetail:
    "Keys at the venue belong to a wallet's account, and its signature makes and revokes them. Link a wallet first.",
  linkWallet: "Link a wallet",
  title: "Venue keys",
  intro:
    "A venue key tells the venue whose requests these are. This service holds one for the account; programs of yours may have others.",
  mayTitle: "It may",
  mayRead: "read balance, positions, orders and fills",
  mayCarry: "carry writes that the wallet or a trading key has signed",
  mayNotTitle: "It may not",
  mayNotSign: "sign anything: without a signature no order is placed and nothing moves",
  mayNotKeys: "make or revoke keys by itself",
  none: "There is no venue key yet, so nothing can be read or traded here. One signature of the wallet makes it.",
  enable: "Enable trading",
  loading: "Reading the venue keys…",
  held: "held here",
  heldHint: "This service trades with it. Without it trading stops here until it is enabled again.",
  id: "Id",
  createdAt: "Created",
  expiresAt: "Expires",
  never: "never",
  pinnedTo: "Pinned to the signer",
  unnamed: "Without a name",
  revoke: "Revoke",
  revokeNamed: "Revoke the venue key {label}",
  revokeHint: "Revoking asks the wallet. The key's next request is refused.",
  revokeTitle: "Revoke a venue key",
  revokeSummary: "Requests with this key are refused from then on. Open orders stay open.",
  revokeHeldSummary:
    "This is the key that this service holds: it can then read and trade nothing for this account until trading is enabled again. Open orders stay open at the venue.",
  revoked: "The venue key is revoked.",
  revokedHeld: "The venue key is revoked. Trading stops here until it is enabled again.",
  notRevoked: "The venue key was not revoked: {reason}",
  unknown: "No answer came: look at the list to see whether the key is revoked.",
  signersTitle: "Trading keys",
  signersIntro:
    "A trading key signs orders in the wallet's place. It may place, change and cancel them, and may not move funds or let other keys in.",
  signersNeedKey: "Enable trading first: without a venue key the trading keys cannot be read.",
  foreign: "The answer was for another account. Nothing of it is shown.",
} as const satisfies MessageFile;

export default messages;
