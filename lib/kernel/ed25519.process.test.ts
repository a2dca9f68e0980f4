import { generateKeyPairSync, sign } from "node:crypto";
import { expect, test, vi } from "vitest";
import { isSignedBy } from "./ed25519.ts";

const crypto = vi.hoisted(() => ({ acceptsAll: false }));

/** An OpenSSL that accepts signatures of small-order keys, as 3.0 does; each of them signs every message. */
vi.mock(import("node:crypto"), async (load) => {
  const real = await load();
  const verify = ((...given: Parameters<typeof real.verify>) =>
    crypto.acceptsAll || real.verify(...given)) as typeof real.verify;
  return { ...real, verify };
});

const message = Buffer.from("any text");
const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const honest = publicKey.export({ format: "der", type: "spki" }).subarray(-32);
const signature = sign(null, message, privateKey);

test("a signature is valid for its message and its key alone", () => {
  crypto.acceptsAll = false;
  expect(isSignedBy(honest, message, signature)).toBe(true);
  expect(isSignedBy(honest, Buffer.from("other"), signature)).toBe(false);
  const other = generateKeyPairSync("ed25519").publicKey.export({ format: "der", type: "spki" });
  expect(isSignedBy(other.subarray(-32), message, signature)).toBe(false);
});

test.each([
  ["the all-zero key, Solana's system program", "00".repeat(32)],
  ["order 1", `01${"00".repeat(31)}`],
  ["order 1 with a sign", `01${"00".repeat(30)}80`],
  ["order 2", `ec${"ff".repeat(30)}7f`],
  ["order 8", "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"],
  ["y that is not reduced", `ee${"ff".repeat(30)}7f`],
])("no signature is valid for the small-order key %s, whatever the library says", (_name, key) => {
  crypto.acceptsAll = true;
  expect(isSignedBy(honest, message, signature)).toBe(true);
  expect(isSignedBy(Buffer.from(key, "hex"), message, signature)).toBe(false);
});

test("a small-order R and an S beyond the group's order are refused", () => {
  crypto.acceptsAll = true;
  const small = Buffer.concat([Buffer.from(`01${"00".repeat(31)}`, "hex"), Buffer.alloc(32)]);
  expect(isSignedBy(honest, message, small)).toBe(false);
  const large = Buffer.concat([signature.subarray(0, 32), Buffer.alloc(32, 0xff)]);
  expect(isSignedBy(honest, message, large)).toBe(false);
});
