/**
 * Ed25519 verification, by `node:crypto` or, where it is installed, by the package `sodium-native` in about half
 * the time. Both give one answer to every signature: a journal that was accepted with one is audited with the other.
 */
import { type KeyObject, verify as nodeVerify } from "node:crypto";
import { createRequire } from "node:module";
import { publicKeyObject } from "#lib/kernel/ed25519.ts";
import {
  isAcceptablePublicKey,
  isAcceptableSignature,
} from "#lib/protocol/signing/canonical-signature.ts";

export type VerifierKind = "node" | "sodium";

/** A public key in both forms, so that neither library decodes it anew for each signature. */
export type VerifyingKey = { bytes: Uint8Array; object: KeyObject };

export type Verifier = {
  name: VerifierKind;
  /** False for everything that is not a valid signature, malformed keys and signatures included. */
  verify: (key: VerifyingKey, message: Uint8Array, signature: Uint8Array) => boolean;
};

/** The part of `sodium-native` that is used. */
export type Sodium = {
  crypto_sign_verify_detached: (
    signature: Uint8Array,
    message: Uint8Array,
    publicKey: Uint8Array,
  ) => boolean;
};

/** @throws TypeError unless `bytes` are 32; an unacceptable key is taken here and verifies nothing. */
export function verifyingKey(bytes: Uint8Array): VerifyingKey {
  return { bytes, object: publicKeyObject(bytes) };
}

/**
 * Without `kind`: `sodium-native` if it is there and answers as `node:crypto` does, else `node:crypto`.
 * @throws when `kind` is `sodium` and it cannot be used.
 */
export function createVerifier(
  kind?: VerifierKind,
  load: () => Sodium | undefined = loadSodium,
): Verifier {
  if (kind === "node") return NODE;
  const sodium = load();
  const verifier = sodium === undefined ? undefined : withChecks("sodium", equationOf(sodium));
  const agrees =
    verifier !== undefined && PROBES.every((probe) => isAnsweredAlike(probe, verifier));
  if (agrees) return verifier;
  if (kind === undefined) return NODE;
  throw new Error(
    sodium === undefined
      ? "sodium-native is not installed for this platform: npm install sodium-native, or verify with node"
      : "this sodium-native accepts other signatures than node:crypto; verify with node",
  );
}

/** Decides the cases that the libraries decide differently, the same for all of them. */
function withChecks(name: VerifierKind, equation: Verifier["verify"]): Verifier {
  return {
    name,
    verify: (key, message, signature) =>
      isAcceptableSignature(signature) &&
      isAcceptablePublicKey(key.bytes) &&
      equation(key, message, signature),
  };
}

const NODE = withChecks("node", (key, message, signature) =>
  nodeVerify(null, message, key.object, signature),
);

function equationOf(sodium: Sodium): Verifier["verify"] {
  return (key, message, signature) =>
    sodium.crypto_sign_verify_detached(signature, message, key.bytes);
}

function loadSodium(): Sodium | undefined {
  try {
    return createRequire(import.meta.url)("sodium-native") as Sodium;
  } catch {
    return undefined;
  }
}

type Probe = { key: string; message: string; signature: string; isValid: boolean };

/**
 * Signatures that distinguish the two equations of RFC 8032: a library that multiplies by the cofactor accepts the
 * second one too. Versions of one library differ in this, so it is tested and not assumed.
 */
const PROBE_KEY = "7e14ca4d090f175502043cb0299c8c3f84014f65e08a349e0c5dc11cfe1ff70b";
const PROBES: readonly Probe[] = [
  {
    key: PROBE_KEY,
    message: "5f".repeat(32),
    signature:
      "651f4e687ec75a2b964b3096f541e2ff05d5c9c77107da5be211a9b5b20540b8" +
      "e29b5e79581d819a1bea2e0e7fc726032697d557b8ad2aba4dab0f2a8cb52f03",
    isValid: true,
  },
  {
    key: PROBE_KEY,
    message: "5f".repeat(32),
    signature:
      "88e0b1978138a5d469b4cf690abe1d00fa2a36388ef825a41dee564a4dfabf47" +
      "9c9cb61bbc2be2231c0c0c29411e9dca6c6036c74f7b5a71646f7c21a626f40b",
    isValid: false,
  },
];

function isAnsweredAlike(probe: Probe, verifier: Verifier): boolean {
  const key = verifyingKey(Buffer.from(probe.key, "hex"));
  const message = Buffer.from(probe.message, "latin1");
  try {
    return verifier.verify(key, message, Buffer.from(probe.signature, "hex")) === probe.isValid;
  } catch {
    return false;
  }
}
