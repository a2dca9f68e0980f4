/**
 * A claim: the wallet that sent a payment without a usable memo signs which account it is for. The signature travels as the deposit's
 * source, so it is in the venue's journal, and every signer and auditor verifies it again.
 */
import { isSignedBy } from "#lib/kernel/ed25519.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { claimText, MIN_DEPOSIT } from "#lib/protocol/solana/vault.ts";
import { attributePayment, type VaultEntry } from "#services/custody/vault/vault-entry.ts";

const SOURCE = /^claim:([A-Za-z0-9_-]{86})$/;

/** @param signature 64 bytes */
export function claimSource(signature: Uint8Array): string {
  return `claim:${Buffer.from(signature).toString("base64url")}`;
}

/** The signature in a deposit's source; undefined for a deposit without a claim. */
export function claimIn(source: string): Uint8Array | undefined {
  const text = SOURCE.exec(source)?.[1];
  return text === undefined ? undefined : Buffer.from(text, "base64url");
}

/** The only wallet that may claim a payment; undefined for one that a memo gives to an account, or that several have paid. */
export function claimantOf(entry: VaultEntry): string | undefined {
  if (entry.amount < MIN_DEPOSIT) return undefined;
  const owner = attributePayment(entry);
  if (owner.kind === "sender") return owner.account;
  if (owner.kind !== "none") return undefined;
  const [sender, second] = entry.senders;
  return second === undefined ? sender : undefined;
}

/** Whether the sending wallet gave the payment to the account. */
export function isClaimed(entry: VaultEntry, account: string, signature: Uint8Array): boolean {
  const claimant = decodePublicKey(claimantOf(entry) ?? "");
  if (claimant === undefined) return false;
  const text = claimText({ payment: entry.signature, account });
  return isSignedBy(claimant, new TextEncoder().encode(text), signature);
}
