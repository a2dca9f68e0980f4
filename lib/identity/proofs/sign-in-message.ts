/**
 * The text of Sign-In With Solana (the ABNF of EIP-4361 with Solana's account line). It has one canonical form: any text that
 * differs by a byte is refused.
 */

export const PROOF_PURPOSES = ["sign-in", "link", "prove"] as const;

/** Purposes of a signature: one that was given for one purpose is refused for another. */
export type ProofPurpose = (typeof PROOF_PURPOSES)[number];

/** Chains by their names in Sign-In With Solana, which has no `solana:` form for the local one. */
export const SIGN_IN_CHAINS = [
  "solana:mainnet",
  "solana:devnet",
  "solana:testnet",
  "localnet",
] as const;
export type SignInChain = (typeof SIGN_IN_CHAINS)[number];

export type SignInFields = {
  purpose: ProofPurpose;
  /** Host, and port unless it is the scheme's own. */
  domain: string;
  /** Base58 public key. */
  address: string;
  uri: string;
  chainId: SignInChain;
  /** 32 lowercase hex characters, used once. */
  nonce: string;
  /** ISO 8601, UTC. */
  issuedAt: string;
  /** ISO 8601, UTC. */
  expiresAt: string;
};

const STATEMENTS: Record<ProofPurpose, string> = {
  "sign-in": "Sign in with your wallet. This signature moves no funds and places no order.",
  link: "Link this wallet to your account. This signature moves no funds and places no order.",
  prove: "Confirm that it is you. This signature moves no funds and places no order.",
};

const SHAPE = new RegExp(
  [
    "^(?<domain>[^\\s]+) wants you to sign in with your Solana account:",
    "(?<address>[1-9A-HJ-NP-Za-km-z]{32,44})",
    "",
    `(?<statement>${Object.values(STATEMENTS)
      .map((text) => text.replaceAll(".", "\\."))
      .join("|")})`,
    "",
    "URI: (?<uri>[^\\s]+)",
    "Version: 1",
    `Chain ID: (?<chainId>${SIGN_IN_CHAINS.join("|")})`,
    "Nonce: (?<nonce>[0-9a-f]{32})",
    "Issued At: (?<issuedAt>[0-9TZ:.-]{24})",
    "Expiration Time: (?<expiresAt>[0-9TZ:.-]{24})$",
  ].join("\n"),
);

export function buildSignInMessage(fields: SignInFields): string {
  return [
    `${fields.domain} wants you to sign in with your Solana account:`,
    fields.address,
    "",
    STATEMENTS[fields.purpose],
    "",
    `URI: ${fields.uri}`,
    "Version: 1",
    `Chain ID: ${fields.chainId}`,
    `Nonce: ${fields.nonce}`,
    `Issued At: ${fields.issuedAt}`,
    `Expiration Time: ${fields.expiresAt}`,
  ].join("\n");
}

/** The fields of a text in exactly this form, else `undefined`. */
export function parseSignInMessage(text: string): SignInFields | undefined {
  const groups = SHAPE.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { statement, domain, address, uri, nonce, issuedAt, expiresAt } = groups;
  const chainId = SIGN_IN_CHAINS.find((one) => one === groups["chainId"]);
  const purpose = PROOF_PURPOSES.find((one) => STATEMENTS[one] === statement);
  if (!purpose || !domain || !address || !uri || !chainId || !nonce || !issuedAt || !expiresAt)
    return undefined;
  return { purpose, domain, address, uri, chainId, nonce, issuedAt, expiresAt };
}
