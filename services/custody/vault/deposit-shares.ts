/**
 * The shares with which two of the three signers sign for a deposit address (FROST, RFC 9591). They follow from the seeds that the
 * signers have anyway, and from the multisig's public keys: each pair of signers agrees on a secret by Diffie-Hellman, the group's
 * secret is the sum of the three, and each signer knows two. The third is missing to it, and the other two have it.
 */
import { ed25519, ed25519_FROST } from "@noble/curves/ed25519.js";
import { base58 } from "@scure/base";
import {
  type DepositKey,
  decodePoint,
  depositTweak,
  hashToScalar,
} from "#lib/kernel/deposit-key.ts";
import { VAULT_SIGNERS, VAULT_THRESHOLD } from "#lib/protocol/solana/vault.ts";

const { Point } = ed25519;
const { Fn } = Point;

const SHARE_DOMAIN = "svc:deposit-share:1";
const SIGNERS = { min: VAULT_THRESHOLD, max: VAULT_SIGNERS };
/** The places of the signers on the line, in the order of the multisig. */
const PLACES = [1n, 2n, 3n] as const;

type FrostPublic = Parameters<typeof ed25519_FROST.validateSecret>[1];
type FrostSecret = Parameters<typeof ed25519_FROST.validateSecret>[0];

/** A signer's share of the group's secret. It is as secret as the seed. */
export type DepositShare = { place: bigint; secret: bigint };

/**
 * @param seed of this signer, hex. @param signerKeys of the multisig, base58, in its order
 * @throws RangeError when the seed belongs to none of them
 */
export function deriveDepositShare(
  seed: string,
  { signerKeys, authority }: { signerKeys: readonly string[]; authority: string },
): DepositShare {
  const { scalar, pointBytes } = ed25519.utils.getExtendedPublicKey(Buffer.from(seed, "hex"));
  const own = signerKeys.indexOf(base58.encode(pointBytes));
  const place = PLACES[own];
  if (place === undefined) throw new RangeError("the seed belongs to no signer of the vault");
  let secret = 0n;
  for (const [index, key] of signerKeys.entries()) {
    if (index === own) continue;
    const pair = index < own ? [base58.decode(key), pointBytes] : [pointBytes, base58.decode(key)];
    const agreed = decodePoint(base58.decode(key)).multiply(scalar).toBytes();
    const parts = [base58.decode(authority), ...pair, agreed];
    // This secret lies on a line that is zero at the place of the signer who does not know it.
    const third = PLACES.find((_, at) => at !== own && at !== index) ?? 0n;
    const weight = Fn.sub(1n, Fn.div(place, third));
    secret = Fn.add(secret, Fn.mul(hashToScalar(SHARE_DOMAIN, parts), weight));
  }
  return { place, secret };
}

/** The public half of a share, base58: three of them prove a deposit key. */
export function publicShare({ secret }: DepositShare): string {
  return base58.encode(Point.BASE.multiply(secret).toBytes());
}

/**
 * The deposit key of three public shares.
 * @param shares base58, in the order of the multisig
 * @throws RangeError when they do not lie on one line: then one of the signers has another vault, or lies
 */
export function depositKeyOf(shares: readonly string[]): DepositKey {
  const [one, two, three] = shares.map((share) => decodePoint(base58.decode(share)));
  if (one === undefined || two === undefined || three === undefined)
    throw new RangeError(`a deposit key follows from ${VAULT_SIGNERS} shares`);
  const slope = two.subtract(one);
  if (!two.add(slope).equals(three)) throw new RangeError("the shares belong to different vaults");
  return { group: one.subtract(slope), slope };
}

/** @throws Error when the share does not belong to the key */
export function requireOwnKey(key: DepositKey, share: DepositShare): void {
  const expected = key.group.add(key.slope.multiply(share.place));
  if (!Point.BASE.multiply(share.secret).equals(expected))
    throw new Error("VAULT_DEPOSIT_KEY does not belong to this vault and its signers.");
}

/** A signer's place as FROST names it. */
export function placeName(place: bigint): string {
  return ed25519_FROST.Identifier.fromNumber(Number(place));
}

/** The share of one account's deposit address. */
export function accountSecret(
  key: DepositKey,
  { place, secret }: DepositShare,
  account: string,
): FrostSecret {
  const signingShare = Fn.toBytes(Fn.add(secret, depositTweak(key, account)));
  return { identifier: placeName(place), signingShare };
}

/** What everybody may know of one account's deposit address. */
export function accountPublic(key: DepositKey, account: string): FrostPublic {
  const group = key.group.add(Point.BASE.multiply(depositTweak(key, account)));
  const verifyingShares = Object.fromEntries(
    PLACES.map((place) => [placeName(place), group.add(key.slope.multiply(place)).toBytes()]),
  );
  return { signers: SIGNERS, commitments: [group.toBytes(), key.slope.toBytes()], verifyingShares };
}
