/**
 * The public key of deposit addresses, and the address of each account. Two of the vault's three signers can sign for such an
 * address together, and one alone cannot. The address is the public half of an ordinary key: wallets and exchanges pay to it as to
 * any other wallet.
 */
import { createHash } from "node:crypto";
import { ed25519 } from "@noble/curves/ed25519.js";
import { base58 } from "@scure/base";
import { z } from "zod";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";

const { Point } = ed25519;
const { Fn } = Point;
type CurvePoint = InstanceType<typeof Point>;

const POINT_BYTES = 32;
const TWEAK_DOMAIN = "svc:deposit-address:1";

/**
 * The commitments of the line on which the signers' shares lie: the group's public key, and the slope.
 */
export type DepositKey = { group: CurvePoint; slope: CurvePoint };

/** @param text base58 of both points. @throws RangeError for another text */
export function decodeDepositKey(text: string): DepositKey {
  try {
    const bytes = base58.decode(text);
    if (bytes.length !== 2 * POINT_BYTES) throw new RangeError(`${bytes.length} bytes`);
    return {
      group: decodePoint(bytes.subarray(0, POINT_BYTES)),
      slope: decodePoint(bytes.subarray(POINT_BYTES)),
    };
  } catch (cause) {
    throw new RangeError("it is no public key of deposit addresses", { cause });
  }
}

/** @throws Error for bytes that are no point of the prime-order group */
export function decodePoint(bytes: Uint8Array): CurvePoint {
  const point = Point.fromBytes(bytes);
  if (point.is0() || !point.isTorsionFree()) throw new RangeError("the point has a small order");
  return point;
}

/** The setting of each process that has it. */
export const depositKeySetting = z
  .string()
  .transform((text, issues) => {
    try {
      return decodeDepositKey(text);
    } catch {
      issues.addIssue("must be what `npm run vault:deposit-key` prints");
      return z.NEVER;
    }
  })
  .optional();

export function encodeDepositKey({ group, slope }: DepositKey): string {
  return base58.encode(Buffer.concat([group.toBytes(), slope.toBytes()]));
}

/**
 * What is added to the group's key for an account, as a scalar. It is public.
 * @param account base58. @throws RangeError for what is no public key
 */
export function depositTweak(key: DepositKey, account: string): bigint {
  const bytes = decodePublicKey(account);
  if (bytes === undefined) throw new RangeError(`${account} is no public key`);
  return hashToScalar(TWEAK_DOMAIN, [key.group.toBytes(), key.slope.toBytes(), bytes]);
}

/** The address to which anybody may send USDC for an account. Both are base58. */
export function deriveDepositAddress(key: DepositKey, account: string): string {
  const tweak = Point.BASE.multiply(depositTweak(key, account));
  return base58.encode(key.group.add(tweak).toBytes());
}

/** SHA-512 of a domain and parts of fixed lengths, as a scalar. */
export function hashToScalar(domain: string, parts: readonly Uint8Array[]): bigint {
  const hash = createHash("sha512").update(domain);
  for (const part of parts) hash.update(part);
  return Fn.create(BigInt(`0x${hash.digest("hex")}`));
}
