import { expect, it } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import { decryptSecret, encryptSecret } from "./secret-cipher.ts";

const KEY = `apikey_${"12".repeat(32)}`;
const secret = new Secret("an encryption secret of 32 characters and more");

it("a decryption succeeds for its account and secret only", () => {
  const encrypted = encryptSecret(KEY, "alice", secret);
  expect(decryptSecret(encrypted, "alice", secret)).toBe(KEY);
  expect(decryptSecret(encrypted, "bob", secret)).toBeUndefined();
  expect(decryptSecret(encrypted, "alice", new Secret(`${secret.reveal()}.`))).toBeUndefined();
});

it("a decryption refuses a text with any one byte altered, cut or lengthened", () => {
  const bytes = Buffer.from(encryptSecret(KEY, "alice", secret), "base64");
  for (let index = 0; index < bytes.byteLength; index += 1) {
    const altered = Buffer.from(bytes);
    altered[index] = (altered[index] ?? 0) ^ 1;
    expect(decryptSecret(altered.toString("base64"), "alice", secret)).toBeUndefined();
    const cut = bytes.subarray(0, index).toString("base64");
    expect(decryptSecret(cut, "alice", secret)).toBeUndefined();
  }
  const longer = Buffer.concat([bytes, Buffer.from([0])]).toString("base64");
  expect(decryptSecret(longer, "alice", secret)).toBeUndefined();
});

it("encryption never produces the same text twice, and reveals nothing of the key", () => {
  const texts = Array.from({ length: 50 }, () => encryptSecret(KEY, "alice", secret));
  expect(new Set(texts).size).toBe(50);
  expect(Buffer.from(texts[0] ?? "", "base64").toString("latin1")).not.toContain("apikey");
});
