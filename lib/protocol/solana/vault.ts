/**
 * The vault that holds the deposits of the venue: the USDC account of an SPL multisig, of which two of three keys must sign. Other
 * parties hold the keys.
 */
import { isAcceptablePublicKey } from "#lib/protocol/signing/canonical-signature.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";

export const VAULT_SIGNERS = 3;
export const VAULT_THRESHOLD = 2;

/** A multisig account: threshold, number of signers, whether it is initialised, and room for eleven keys. */
export const MULTISIG_BYTES = 355;
const SIGNERS_AT = 3;
const KEY_BYTES = 32;

export type Multisig = { threshold: number; signers: readonly Uint8Array[] };

/** @param signers base58. @throws RangeError for what is no public key */
export function encodeMultisig(threshold: number, signers: readonly string[]): Uint8Array {
  const data = new Uint8Array(MULTISIG_BYTES);
  data.set([threshold, signers.length, 1]);
  for (const [index, signer] of signers.entries()) {
    const bytes = decodePublicKey(signer);
    if (bytes === undefined) throw new RangeError(`${signer} is no public key`);
    data.set(bytes, SIGNERS_AT + index * KEY_BYTES);
  }
  return data;
}

/** Undefined for an account of another kind. */
export function decodeMultisig(data: Uint8Array): Multisig | undefined {
  const [threshold, count, initialized] = data;
  if (data.length !== MULTISIG_BYTES || initialized !== 1 || !threshold || !count) return undefined;
  const signers = Array.from({ length: count }, (_, index) =>
    data.slice(SIGNERS_AT + index * KEY_BYTES, SIGNERS_AT + (index + 1) * KEY_BYTES),
  );
  return { threshold, signers };
}

/** 1 USDC, in base units: less stays unattributed, because each credit is kept for ever. */
export const MIN_DEPOSIT = 1_000_000n;

/** 2 USDC, in base units: the least that is moved from a deposit address into the vault. Less waits there for more. */
export const MIN_SWEEP = 2_000_000n;

/**
 * 0.02 USDC, in base units: deducted for moving it. The network takes 0.00001 SOL for the two signatures, so it covers a SOL of up to
 * 2,000 USDC.
 */
export const SWEEP_FEE = 20_000n;

/** The venue's insurance fund, which has no key. */
export const INSURANCE = "insurance";

/** The memo of a deposit: it goes to this account, whoever sent it. */
export function depositMemo(account: string): string {
  return `svc:deposit:${account}`;
}

const DEPOSIT = /^svc:deposit:(insurance|[1-9A-HJ-NP-Za-km-z]{32,44})$/;

/** The account that a memo names; undefined for another memo. */
export function depositAccount(memo: string): string | undefined {
  const account = DEPOSIT.exec(memo.trim())?.[1];
  if (account === undefined || account === INSURANCE) return account;
  const key = decodePublicKey(account);
  // The venue refuses keys that can sign nothing: money given to one would be lost.
  return key !== undefined && isAcceptablePublicKey(key) ? account : undefined;
}

/**
 * What a wallet signs to claim a payment that it sent into the vault without a memo. It names the payment, so it is good for that one only.
 * @param claim the payment's signature and the account to credit, base58
 */
export function claimText({ payment, account }: { payment: string; account: string }): string {
  return `Credit my payment into the vault.\n\nPayment: ${payment}\nAccount: ${account}`;
}

/** The memo of a payment of the vault. @param digest of the withdrawal that its owner signed, lowercase hex */
export function withdrawalMemo(digest: string): string {
  return `svc:withdraw:${digest}`;
}

const WITHDRAWAL = /^svc:withdraw:([0-9a-f]{64})$/;

export function withdrawalDigest(memo: string): string | undefined {
  return WITHDRAWAL.exec(memo)?.[1];
}
