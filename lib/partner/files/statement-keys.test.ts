/** Statements stay verifiable when the session secret is replaced. */
import { expect, test } from "vitest";
import { readConfig } from "#lib/platform/config/config.ts";
import { statementKeys } from "./statement-keys.ts";

const [FIRST, SECOND, THIRD] = ["1", "2", "3"].map((digit) => digit.repeat(32));

async function published(settings: Record<string, string | undefined>) {
  const others = { VENUE_URL: "http://localhost:3001", ENCRYPTION_SECRET: "e".repeat(32) };
  const { keys } = await statementKeys(readConfig({ ...others, ...settings }));
  return keys;
}

test("the keys of both secrets are published, and later the retired one, under the same ids", async () => {
  const [first] = await published({ SESSION_SECRET: FIRST });
  const [second] = await published({ SESSION_SECRET: SECOND });
  const rotated = { SESSION_SECRET: SECOND, SESSION_SECRET_PREVIOUS: FIRST };
  expect(await published(rotated)).toEqual([second, first]);
  expect(first).toMatchObject({ kty: "OKP", crv: "Ed25519", alg: "EdDSA", use: "sig" });
  const [third, ...retired] = await published({
    SESSION_SECRET: THIRD,
    PARTNER_RETIRED_STATEMENT_KEYS: [second?.x, first?.x].join(","),
  });
  expect(third?.kid).not.toBe(second?.kid);
  expect(retired).toEqual([second, first]);
});

test("a retired key is a public key of 32 bytes", async () => {
  const wrong = { SESSION_SECRET: FIRST, PARTNER_RETIRED_STATEMENT_KEYS: "abc" };
  await expect(published(wrong)).rejects.toThrow(/PARTNER_RETIRED_STATEMENT_KEYS/);
});
