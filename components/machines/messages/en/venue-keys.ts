import type { MessageFile } from "#components/i18n/message-types.ts";

const messages = {
  noWallet: "This account has no wallet.",
  noWalletDetail:
    "Venue keys belong to a wallet's account, and its signature creates and revokes them. Link a wallet first.",
  title: "Keys for requests",
  intro:
    "A venue key identifies your account's requests to the venue. This service holds one for the account; your own programs may have others.",
  kept: "The venue stores only a fingerprint (hash) of each key. This service stores its own key encrypted and never shows it.",
  mayTitle: "It may",
  mayRead: "read balance, positions, orders and fills",
  mayCarry: "send requests that the wallet or a trading key has signed",
  mayNotTitle: "It may not",
  mayNotSign: "sign anything: without a signature no order is placed and no funds move",
  mayNotKeys: "create or revoke keys",
  none: "There is no venue key yet, so nothing can be read or traded. Create it with one wallet signature.",
  loading: "Loading venue keys…",
  held: "held here",
  heldHint:
    "This service trades with it. If you revoke it, trading stops until you enable it again.",
  never: "never",
  pinnedTo: "Pinned to the signer",
  unnamed: "Unnamed",
  revokeNamed: "Revoke the venue key {label}",
  nameFixed: "A key keeps its name: the wallet signed the name when it created the key.",
  revokeHint: "Revoking needs a wallet signature. The key's next request is refused.",
  revokeTitle: "Revoke a venue key",
  revokeSummary: "The venue will refuse requests with this key. Open orders stay open.",
  revokeHeldSummary:
    "This service holds this key: it can no longer read or trade for this account until you enable trading again. Open orders stay open at the venue.",
  revoked: "The venue key was revoked.",
  revokedHeld: "The venue key was revoked. Trading stops until you enable it again.",
  notRevoked: "The venue key was not revoked: {reason}",
  unknown: "No response: check the list to see whether the key was revoked.",
  signersTitle: "Trading keys",
  signersIntro:
    "A trading key signs orders instead of the wallet. It can place, change and cancel them; it cannot move funds or register other keys.",
  signersKept: "Its private half stays in this browser. The venue knows only the public half.",
  signersNeedKey: "Enable trading first: trading keys cannot be read without a venue key.",
  foreign: "The response was for another account, so nothing is shown.",
} as const satisfies MessageFile;

export default messages;
