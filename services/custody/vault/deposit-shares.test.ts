/** Two of three signers sign for a deposit address, and one alone cannot. */
import { createHash, verify } from "node:crypto";
import { ed25519_FROST } from "@noble/curves/ed25519.js";
import { base58 } from "@scure/base";
import { describe, expect, test } from "vitest";
import {
  decodeDepositKey,
  deriveDepositAddress,
  encodeDepositKey,
} from "#lib/kernel/deposit-key.ts";
import { publicKeyObject } from "#lib/kernel/ed25519.ts";
import {
  accountPublic,
  accountSecret,
  type DepositShare,
  depositKeyOf,
  deriveDepositShare,
  publicShare,
  requireOwnKey,
} from "./deposit-shares.ts";
import { deriveKeyPair } from "./key-pair.ts";

const seedOf = (name: string) => createHash("sha256").update(name).digest("hex");
const SEEDS = ["one", "two", "three"].map(seedOf);
const VAULT = {
  signerKeys: SEEDS.map((seed) => deriveKeyPair(seed).publicKey),
  authority: deriveKeyPair(seedOf("authority")).publicKey,
};
const ALICE = deriveKeyPair(seedOf("alice")).publicKey;
const BOB = deriveKeyPair(seedOf("bob")).publicKey;
const SHARES = SEEDS.map((seed) => deriveDepositShare(seed, VAULT));
const KEY = depositKeyOf(SHARES.map(publicShare));
const MESSAGE = Buffer.from("a sweep");

function signWith(shares: readonly DepositShare[], account: string) {
  const shared = accountPublic(KEY, account);
  const parties = shares.map((share) => {
    const secret = accountSecret(KEY, share, account);
    return { secret, ...ed25519_FROST.commit(secret) };
  });
  const commitments = parties.map((party) => party.commitments);
  const signed = Object.fromEntries(
    parties.map(({ secret, nonces }) => [
      secret.identifier,
      ed25519_FROST.signShare(secret, shared, nonces, commitments, MESSAGE),
    ]),
  );
  return ed25519_FROST.aggregate(shared, commitments, MESSAGE, signed);
}

const isSigned = (account: string, signature: Uint8Array) => {
  const key = publicKeyObject(base58.decode(deriveDepositAddress(KEY, account)));
  return verify(null, MESSAGE, key, signature);
};

describe("the shares of deposit addresses", () => {
  test.each([
    [0, 1],
    [0, 2],
    [1, 2],
  ])("signers %i and %i sign as one ordinary key", (one, other) => {
    const pair = [one, other].flatMap((index) => SHARES[index] ?? []);
    const signature = signWith(pair, ALICE);
    expect(isSigned(ALICE, signature)).toBe(true);
    expect(isSigned(BOB, signature)).toBe(false);
  });

  test("one signer cannot sign, also not with a share that it makes up", () => {
    const [own] = SHARES;
    if (own === undefined) throw new Error("no share");
    expect(() => signWith([own], ALICE)).toThrow("Wrong number of commitments");
    expect(() => signWith([own, { place: 2n, secret: own.secret }], ALICE)).toThrow("aggregation");
  });

  test("the line of the shares goes through a secret that no signer has", () => {
    for (const share of SHARES)
      expect(publicShare(share)).not.toBe(base58.encode(KEY.group.toBytes()));
    expect(new Set(SHARES.map(({ secret }) => secret)).size).toBe(3);
  });

  test("addresses differ by account, and have the form of a wallet", () => {
    expect(deriveDepositAddress(KEY, ALICE)).not.toBe(deriveDepositAddress(KEY, BOB));
    expect(base58.decode(deriveDepositAddress(KEY, ALICE))).toHaveLength(32);
  });

  test("a key is read as it was written, and nothing else is", () => {
    const text = encodeDepositKey(KEY);
    expect(encodeDepositKey(decodeDepositKey(text))).toBe(text);
    expect(() => decodeDepositKey(text.slice(1))).toThrow(RangeError);
    expect(() => decodeDepositKey(base58.encode(new Uint8Array(64)))).toThrow(RangeError);
    // A point of small order.
    const weak = Buffer.concat([Buffer.from([1]), Buffer.alloc(31)]);
    expect(() => decodeDepositKey(base58.encode(Buffer.concat([weak, weak])))).toThrow(RangeError);
  });

  test("a signer finds a key of another vault, and three shares one that lies", () => {
    const other = { ...VAULT, authority: ALICE };
    const foreign = SEEDS.map((seed) => deriveDepositShare(seed, other));
    const foreignKey = depositKeyOf(foreign.map(publicShare));
    for (const share of SHARES) {
      expect(() => requireOwnKey(KEY, share)).not.toThrow();
      expect(() => requireOwnKey(foreignKey, share)).toThrow("VAULT_DEPOSIT_KEY");
    }
    const [one, two] = SHARES.map(publicShare);
    const [, , lie] = foreign.map(publicShare);
    expect(() => depositKeyOf([one ?? "", two ?? "", lie ?? ""])).toThrow("different vaults");
    expect(() => deriveDepositShare(seedOf("nobody"), VAULT)).toThrow("no signer");
  });
});
