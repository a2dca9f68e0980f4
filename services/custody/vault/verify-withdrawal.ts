/** Verifies that its owner signed a withdrawal, from the withdrawal's record alone. */
import { hash } from "node:crypto";
import { isSignedBy } from "#lib/kernel/ed25519.ts";
import { decodeWithdraw } from "#lib/protocol/signing/decode.ts";
import { decodePublicKey, signingPreimage } from "#lib/protocol/signing/signing.ts";
import { usdcAmount } from "#lib/protocol/solana/withdrawals.ts";
import type { CustodyWithdrawal } from "#lib/protocol/wire/custody.ts";
import { baseUnits, venueUnits } from "./units.ts";

/** What an owner signed. Amounts are in base units, and the fee is part of the amount. */
export type VerifiedWithdrawal = {
  account: string;
  amount: bigint;
  fee: bigint;
  opensAccount: boolean;
  digest: string;
};

/** @returns undefined when the owner did not sign exactly this */
export function verifyWithdrawal(record: CustodyWithdrawal): VerifiedWithdrawal | undefined {
  const owner = decodePublicKey(record.account);
  if (owner === undefined) return undefined;
  const payload = Buffer.from(record.payload, "hex");
  const digest = hash("sha256", signingPreimage("withdraw", owner, payload), "hex");
  if (digest !== record.digest) return undefined;
  const signature = Buffer.from(record.signature, "hex");
  if (!isSignedBy(owner, new TextEncoder().encode(digest), signature)) return undefined;
  const terms = signedTerms(payload);
  if (terms === undefined || venueUnits(terms.amount) !== usdcAmount(record.amount))
    return undefined;
  return { account: record.account, ...terms, digest };
}

function signedTerms(payload: Uint8Array) {
  try {
    const { amount: text, fee: feeText = "0", opens_account } = decodeWithdraw(payload);
    const [amount, fee] = [usdcAmount(text), usdcAmount(feeText)];
    if (amount === undefined || fee === undefined || fee >= amount) return undefined;
    return {
      amount: baseUnits(amount),
      fee: baseUnits(fee),
      opensAccount: opens_account === true,
    };
  } catch {
    return undefined;
  }
}
