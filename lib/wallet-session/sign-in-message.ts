/**
 * The text of Sign-In With Solana (the ABNF of EIP-4361 with Solana's account line). It has one shape only: what does
 * not match it to the byte is not ours.
 */

export type SignInFields = {
  /** Host, and port unless it is the scheme's own. */
  domain: string;
  /** Base58 public key. */
  address: string;
  uri: string;
  /** 32 lowercase hex characters, used once. */
  nonce: string;
  /** ISO 8601, UTC. */
  issuedAt: string;
  /** ISO 8601, UTC. */
  expiresAt: string;
};

const STATEMENT = "Sign in with your wallet. This signature moves no funds and places no order.";

const SHAPE = new RegExp(
  [
    "^(?<domain>[^\\s]+) wants you to sign in with your Solana account:",
    "(?<address>[1-9A-HJ-NP-Za-km-z]{32,44})",
    "",
    STATEMENT.replaceAll(".", "\\."),
    "",
    "URI: (?<uri>[^\\s]+)",
    "Version: 1",
    "Chain ID: solana:mainnet",
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
    STATEMENT,
    "",
    `URI: ${fields.uri}`,
    "Version: 1",
    "Chain ID: solana:mainnet",
    `Nonce: ${fields.nonce}`,
    `Issued At: ${fields.issuedAt}`,
    `Expiration Time: ${fields.expiresAt}`,
  ].join("\n");
}

/** The fields of a text that has exactly our shape, else `undefined`. */
export function parseSignInMessage(text: string): SignInFields | undefined {
  const groups = SHAPE.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { domain, address, uri, nonce, issuedAt, expiresAt } = groups;
  if (!domain || !address || !uri || !nonce || !issuedAt || !expiresAt) return undefined;
  return { domain, address, uri, nonce, issuedAt, expiresAt };
}
