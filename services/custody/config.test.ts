/** Deposit addresses are on where all of their settings are, and off where none is. Nobody asks a signer without a key. */
import { expect, test } from "vitest";
import { safeEnvironments } from "#scripts/operate/production/safe-environments.testing.ts";
import { custodyConfig, signerConfig } from "./config.ts";

const { custody, signer } = safeEnvironments();
const without = (environment: typeof custody, ...names: string[]) => ({
  ...environment,
  ...Object.fromEntries(names.map((name) => [name, undefined])),
});
const KEYS = ["VAULT_DEPOSIT_KEY", "CUSTODY_ACCESS_KEY"];

test("custody has deposit addresses with all of their settings, and none without", () => {
  expect(custodyConfig(custody).deposits?.folder).toBe("/var/lib/custody");
  expect(custodyConfig(without(custody, ...KEYS)).deposits).toBeUndefined();
  for (const name of [...KEYS, "CUSTODY_FOLDER"])
    expect(() => custodyConfig(without(custody, name))).toThrow(name);
});

test("custody and signers need the key that custody asks with", () => {
  for (const read of [
    () => custodyConfig(without(custody, "SIGNER_ACCESS_KEY")),
    () => signerConfig(without(signer, "SIGNER_ACCESS_KEY")),
  ])
    expect(read).toThrow("SIGNER_ACCESS_KEY");
});

test("a signer without deposit addresses starts, and refuses a key that is none", () => {
  expect(signerConfig(without(signer, "VAULT_DEPOSIT_KEY")).depositKey).toBeUndefined();
  expect(() => signerConfig({ ...signer, VAULT_DEPOSIT_KEY: "1".repeat(64) })).toThrow(
    "vault:deposit-key",
  );
});
