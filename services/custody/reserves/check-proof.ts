/** What custody checks of a proof before it puts the root into the chain. */
import { isSignedBy } from "#lib/kernel/ed25519.ts";
import { joinSums, type SumNode, statementText } from "#lib/kernel/reserves/sum-tree.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import type { ReservesProof } from "#lib/protocol/wire/reserves.ts";
import { signedVenueAmount, venueAmount } from "#services/custody/vault/units.ts";

/**
 * The venue signed the root, the root contains its own sums, and the sum is what the feed of transfers says that the venue owes.
 * Whether each account has its balance, only its owner can check.
 * @param liabilities of the same state by custody's own count, 1e-9 USDC
 * @returns the root. @throws Error that says what is wrong
 */
export function checkProof(proof: ReservesProof, liabilities: bigint): SumNode {
  const sums = proof.sums.map(({ name, balance, positions }) => ({
    name,
    balance: signedVenueAmount(balance),
    positions: signedVenueAmount(positions),
  }));
  const accounts = { hash: proof.accounts.hash, sum: venueAmount(proof.accounts.sum) };
  const root = joinSums(accounts, sums);
  const { height, time, account_count: accountCount, public_key: key, signature } = proof;
  const text = Buffer.from(statementText({ height, time, accountCount, root }));
  const bytes = decodePublicKey(key);
  if (bytes === undefined || !isSignedBy(bytes, text, Buffer.from(signature, "hex"))) {
    throw new Error(`the venue did not sign the root of its proof ${height}`);
  }
  const debts = proof.below_zero.reduce((sum, one) => sum + signedVenueAmount(one.value), 0n);
  const insurance = sums.find(({ name }) => name === "insurance");
  const fund = (insurance?.balance ?? 0n) + (insurance?.positions ?? 0n);
  const owed = root.sum + debts + (fund < 0n ? fund : 0n);
  if (owed !== liabilities) {
    throw new Error(`the proof ${height} sums to ${owed} and the transfers to ${liabilities}`);
  }
  return root;
}
