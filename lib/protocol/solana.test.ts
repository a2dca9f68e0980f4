import { base58 } from "@scure/base";
import { describe, expect, test } from "vitest";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { GENESIS_HASH, isSignature, USDC_MINT } from "./solana.ts";

const of = (length: number, byte: number) => base58.encode(new Uint8Array(length).fill(byte));

describe("a transaction's signature is", () => {
  test.each([
    "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW",
    of(64, 0),
    of(64, 1),
    of(64, 255),
  ])("the base58 text of 64 bytes: %s", (text) => {
    expect(isSignature(text)).toBe(true);
  });

  test.each([
    ["nothing", ""],
    ["a byte less", of(63, 255)],
    ["a byte more", of(65, 1)],
    ["a public key", of(32, 7)],
    ["a letter outside base58", `0${of(64, 1).slice(1)}`],
    ["a space at its end", `${of(64, 1)} `],
    ["very long text", "1".repeat(100_000)],
  ])("not %s", (_, text) => {
    expect(isSignature(text)).toBe(false);
  });
});

test("genesis hashes are 32 bytes each and distinct, and the mint is 32 bytes too", () => {
  const hashes = Object.values(GENESIS_HASH);
  expect(new Set(hashes).size).toBe(hashes.length);
  for (const text of [...hashes, USDC_MINT]) expect(decodePublicKey(text)).toHaveLength(32);
});
