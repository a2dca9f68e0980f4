/** Has two signers sign for a deposit address together (FROST, RFC 9591): each commits to nonces, then each gives its share. */
import { ed25519_FROST } from "@noble/curves/ed25519.js";
import { base58 } from "@scure/base";
import type { DepositKey } from "#lib/kernel/deposit-key.ts";
import { isSignedBy } from "#lib/kernel/ed25519.ts";
import { accountPublic } from "#services/custody/vault/deposit-shares.ts";
import type { DepositAddress, SweepProposal } from "#services/custody/vault/sweep.ts";

/** A signer's commitments to its nonces, in hex. */
export type Commitment = { identifier: string; hiding: string; binding: string };

/** What custody needs of a signer. */
export type SweepSeat = {
  commitSweep: (proposal: SweepProposal) => Promise<Commitment>;
  signSweep: (message: Uint8Array, commitments: readonly Commitment[]) => Promise<Uint8Array>;
};

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));

/**
 * @returns the signature of the deposit address
 * @throws UpstreamError when a signer refuses or is missing; Error when the shares make no signature
 */
export async function signTogether(
  key: DepositKey,
  from: DepositAddress,
  { message, pair }: { message: Uint8Array; pair: readonly [SweepSeat, SweepSeat] },
): Promise<Uint8Array> {
  const proposal = { account: from.account, message };
  const commitments = await Promise.all(pair.map((seat) => seat.commitSweep(proposal)));
  const shares = await Promise.all(pair.map((seat) => seat.signSweep(message, commitments)));
  const list = commitments.map(({ identifier, hiding, binding }) => ({
    identifier,
    hiding: bytesOf(hiding),
    binding: bytesOf(binding),
  }));
  const signed = Object.fromEntries(
    list.map(({ identifier }, index) => [identifier, shares[index] ?? new Uint8Array()]),
  );
  const shared = accountPublic(key, from.account);
  const signature = ed25519_FROST.aggregate(shared, list, message, signed);
  if (isSignedBy(base58.decode(from.address), message, signature)) return signature;
  throw new Error("the signers' shares make no signature of the deposit address");
}
