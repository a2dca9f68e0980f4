/** Verifies from the record of a withdrawal alone that its owner signed this amount. */
import { hash } from "node:crypto";
import { isSignedBy } from "#lib/platform/ed25519.ts";
import { decodeWithdraw } from "#lib/protocol/signing/decode.ts";
import { decodePublicKey, signingPreimage } from "#lib/protocol/signing/signing.ts";
import { usdcAmount } from "#lib/protocol/solana/withdrawals.ts";
import type { CustodyWithdrawal } from "#lib/protocol/wire/custody.ts";
import { baseUnits } from "./units.ts";

export type VerifiedWithdrawal = { account: string; amount: bigint; digest: string };

/** @returns the amount in base units; undefined when the owner did not sign just this */
export function verifyWithdrawal(record: CustodyWithdrawal): VerifiedWithdrawal | undefined {
  const owner = decodePublicKey(record.account);
  if (owner === undefined) return undefined;
  const payload = Buffer.from(record.payload, "hex");
  const digest = hash("sha256", signingPreimage("withdraw", owner, payload), "hex");
  if (digest !== record.digest) return undefined;
  const signature = Buffer.from(record.signature, "hex");
  if (!isSignedBy(owner, new TextEncoder().encode(digest), signature)) return undefined;
  const amount = signedAmount(payload);
  if (amount === undefined || amount !== usdcAmount(record.amount)) return undefined;
  return { account: record.account, amount: baseUnits(amount), digest };
}

function signedAmount(payload: Uint8Array): bigint | undefined {
  try {
    return usdcAmount(decodeWithdraw(payload).amount);
  } catch {
    return undefined;
  }
}
