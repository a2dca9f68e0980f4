/** The mirror contains a change as soon as the change is counted, and stops when one is missing. */
import { describe, expect, test } from "vitest";
import type { CredentialChange, MirroredKey } from "#services/venue/link/messages.ts";
import { CredentialMirror, LostCredentialChangeError } from "./credential-mirror.ts";

const key = (hash: string): MirroredKey => ({
  hash,
  account: "owner",
  signer: "owner",
  expiresAt: 0,
  slot: 0,
});
const TRADE = { scopes: 1, now: 1_000 };

function openMirror() {
  const counter = new SharedArrayBuffer(4);
  const changes: CredentialChange[] = [];
  const snapshot = { version: 0, accounts: [{ account: "owner", signers: [], keys: [key("a")] }] };
  const mirror = new CredentialMirror(snapshot, counter, () => changes.shift());
  const count = (version: number) => Atomics.store(new Int32Array(counter), 0, version);
  return { mirror, changes, count };
}

describe("a change of credentials", () => {
  test("is visible once it is counted, with all changes of an account at once", () => {
    const { mirror, changes, count } = openMirror();
    changes.push({ version: 1, account: "owner", signers: [], keys: [key("b"), key("c")] });
    expect(mirror.key("a")).toBeDefined();
    expect(mirror.key("b")).toBeUndefined();
    count(1);
    expect(mirror.key("b")).toBeDefined();
    expect(mirror.key("c")).toBeDefined();
    expect(mirror.key("a")).toBeUndefined();
  });

  test("of signers includes scope and expiry", () => {
    const { mirror, changes, count } = openMirror();
    const signer = { pubkey: "phone", scopes: 2, expiresAt: 1_001 };
    changes.push({ version: 1, account: "owner", signers: [signer], keys: [] });
    count(1);
    expect(mirror.allows("owner", "phone", TRADE)).toBe(false);
    expect(mirror.allows("owner", "phone", { scopes: 3, now: 1_000 })).toBe(true);
    expect(mirror.allows("owner", "phone", { scopes: 3, now: 1_001 })).toBe(false);
    expect(mirror.allows("another", "phone", { scopes: 3, now: 1_000 })).toBe(false);
  });

  test("that is counted but missing, or out of order, ends the gateway", () => {
    const lost = openMirror();
    lost.count(1);
    expect(() => lost.mirror.key("a")).toThrow(LostCredentialChangeError);
    const swapped = openMirror();
    swapped.changes.push({ version: 2, account: "owner", signers: [], keys: [] });
    swapped.count(2);
    expect(() => swapped.mirror.key("a")).toThrow(LostCredentialChangeError);
  });
});
