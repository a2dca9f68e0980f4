import { describe, expect, test } from "vitest";
import { readinessOf } from "./readiness.ts";

const read = { isPending: false, isError: false };
const ready = {
  hasWallet: true,
  hasLiveKey: false,
  isSignedIn: true,
  key: { ...read, data: "key" },
  account: { ...read, data: { account_value: "100" } },
};

describe("whether an account can trade", () => {
  test("a wallet signs, or a trading key without it", () => {
    expect(readinessOf(ready)).toBe("ready");
    const locked = { ...ready, hasWallet: false };
    expect(readinessOf(locked)).toBe("wallet-away");
    expect(readinessOf({ ...locked, hasLiveKey: true })).toBe("ready");
  });

  test("what the owner alone signs waits for the wallet", () => {
    const noKey = { ...ready, key: { ...read, data: undefined } };
    expect(readinessOf(noKey)).toBe("not-enabled");
    expect(readinessOf({ ...noKey, hasWallet: false, hasLiveKey: true })).toBe("wallet-away");
  });

  test("it needs a session, what was read, and funds", () => {
    expect(readinessOf({ ...ready, isSignedIn: false })).toBe("signed-out");
    expect(readinessOf({ ...ready, isSignedIn: false, hasWallet: false })).toBe("no-wallet");
    expect(readinessOf({ ...ready, key: { isPending: true, isError: false } })).toBe("loading");
    const unread = { isPending: false, isError: true };
    expect(readinessOf({ ...ready, account: unread })).toBe("unreadable");
    expect(readinessOf({ ...ready, key: { ...unread, data: null } })).toBe("unreadable");
    expect(readinessOf({ ...ready, key: { ...unread, data: "key" } })).toBe("ready");
    const poor = { ...read, data: { account_value: "0.00" } };
    expect(readinessOf({ ...ready, account: poor })).toBe("no-funds");
  });
});
