import { createPublicKey, verify as nodeVerify, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import nacl from "tweetnacl";
import { describe, expect, test } from "vitest";
import { isAcceptableSignature } from "#lib/protocol/signing/canonical-signature.ts";
import { keyOfSeed, verify } from "./tweetnacl-ed25519.ts";

type Vector = {
  comment: string;
  public_key: string;
  message: string;
  signature: string;
  valid: boolean;
};

const file = new URL("../../../services/venue/signature/vectors.json", import.meta.url);
const vectors = JSON.parse(readFileSync(file, "utf8")) as Vector[];
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));

const GROUP_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

/** The signature with the group's order added to S, which satisfies the same equation. */
function raised(signature: Uint8Array): Uint8Array {
  const hex = Buffer.from(signature.subarray(32)).reverse().toString("hex");
  const sum = (BigInt(`0x${hex}`) + GROUP_ORDER).toString(16).padStart(64, "0");
  return Uint8Array.from([...signature.subarray(0, 32), ...Buffer.from(sum, "hex").reverse()]);
}

describe("a signature that this browser checks by tweetnacl", () => {
  test.each(vectors)("has the venue's answer: $comment", (vector) => {
    const { public_key, message, signature, valid } = vector;
    expect(verify(bytes(public_key), bytes(signature), bytes(message))).toBe(valid);
  });

  test("is refused with S + L, which tweetnacl alone accepts", () => {
    const key = keyOfSeed(Uint8Array.from(randomBytes(32)));
    const message = new TextEncoder().encode("any text");
    const signature = key.sign(message);
    const other = raised(signature);
    expect(nacl.sign.detached.verify(message, other, key.publicKey)).toBe(true);
    expect([isAcceptableSignature(signature), isAcceptableSignature(other)]).toEqual([true, false]);
    expect(verify(key.publicKey, signature, message)).toBe(true);
    expect(verify(key.publicKey, other, message)).toBe(false);
  });
});

test("a key of a seed signs what every other library verifies, byte for byte as RFC 8032 has it", () => {
  const key = keyOfSeed(bytes("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"));
  expect(Buffer.from(key.publicKey).toString("hex")).toBe(
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
  );
  const signature = key.sign(new Uint8Array());
  expect(Buffer.from(signature).toString("hex")).toBe(
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
  );
  const spki = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), key.publicKey]);
  const publicKey = createPublicKey({ key: spki, format: "der", type: "spki" });
  expect(nodeVerify(null, new Uint8Array(), publicKey, signature)).toBe(true);
});
