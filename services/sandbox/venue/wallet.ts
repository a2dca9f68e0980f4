/** An Ed25519 wallet of a simulated trader: it signs venue writes like the wallet of a real client. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import {
  encodePublicKey,
  SIGNATURE_HEADER,
  type SigningOperation,
  signingPreimage,
} from "#lib/protocol/signing/signing.ts";

/** PKCS #8 wrapping of a 32-byte ed25519 seed. */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

export class Wallet {
  /** The base58 public key. */
  readonly address: string;
  readonly #account: Uint8Array;
  readonly #key: KeyObject;
  #lastTimestamp = 0;

  /** @param seed 32 bytes. */
  constructor(seed: Buffer) {
    const der = Buffer.concat([PKCS8_PREFIX, seed]);
    this.#key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
    const spki = createPublicKey(this.#key).export({ format: "der", type: "spki" });
    this.#account = spki.subarray(-32);
    this.address = encodePublicKey(this.#account);
  }

  /** The wallet of a role in the simulation with this seed. */
  static ofRole(seed: string, role: string): Wallet {
    return new Wallet(keyOfRole(seed, role));
  }

  /** `now`, or the next free millisecond: two equal orders must not be the same signed bytes. */
  timestamp(now: number): number {
    this.#lastTimestamp = Math.max(now, this.#lastTimestamp + 1);
    return this.#lastTimestamp;
  }

  /** The four signature headers for a payload that ends with `timestamp`. */
  sign(
    operation: SigningOperation,
    payload: Uint8Array,
    timestamp: number,
  ): Record<string, string> {
    const preimage = signingPreimage(operation, this.#account, payload);
    const digest = createHash("sha256").update(preimage).digest("hex");
    return {
      [SIGNATURE_HEADER.signature]: sign(null, Buffer.from(digest), this.#key).toString("hex"),
      [SIGNATURE_HEADER.timestamp]: String(timestamp),
      [SIGNATURE_HEADER.signer]: this.address,
      [SIGNATURE_HEADER.account]: this.address,
    };
  }
}

/** The private key of that wallet: 32 bytes that whoever knows the seed of the simulation can make. */
export function keyOfRole(seed: string, role: string): Buffer {
  return createHash("sha256").update(`wallet:${seed}:${role}`).digest();
}
