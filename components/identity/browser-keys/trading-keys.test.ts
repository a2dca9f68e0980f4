import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { decodePublicKey } from "#lib/protocol/signing/signing.ts";
import { createKeyPair, MemoryKey } from "./key-pair.ts";
import { type KeyEnd, type KeyRecord, type KeyStore, memoryKeyStore } from "./key-store.ts";
import type { TradingKeyState } from "./key-view.ts";
import { NoTradingKey, TradingKeys } from "./trading-keys.ts";

const ACCOUNT = "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS";
const OTHER = "7QdeXrBQy8oKNzDEwaqWEqKUYLsYbq2gFkWvBrfNfCzY";
const START = 1_800_000_000_000;
const MESSAGE = new TextEncoder().encode("ab".repeat(32));

/** One browser: the store and the activity are shared by its tabs. */
function browser() {
  const store: KeyStore = memoryKeyStore();
  const active = new Map<string, number>();
  const tabs: TradingKeys[] = [];
  const openTab = () => {
    const tab = {
      shown: { state: "none" } as TradingKeyState,
      ended: [] as KeyEnd[],
      skew: 0 as number | undefined,
      keys: undefined as unknown as TradingKeys,
    };
    const keys = new TradingKeys({
      venueNow: () => (tab.skew === undefined ? undefined : Date.now() + tab.skew),
      now: Date.now,
      store,
      activity: {
        read: (account) => active.get(account),
        write: (account, at) => active.set(account, at),
        forget: (account) => active.delete(account),
      },
      idleMs: () => 30 * MINUTE_MS,
      show: (_account, state) => {
        tab.shown = state;
      },
      announce: () => {
        for (const one of tabs) if (one !== keys) void one.reload().catch(() => undefined);
      },
      onEnd: (reason) => tab.ended.push(reason),
    });
    tab.keys = keys;
    tabs.push(keys);
    return tab;
  };
  return { store, active, openTab };
}

async function liveRecord(account = ACCOUNT, hours = 24) {
  const { pubkey, privateKey } = await createKeyPair();
  const facts = { account, pubkey, createdAt: Date.now() };
  const expiresAt = Date.now() + hours * 60 * MINUTE_MS;
  return { ...facts, expiresAt, state: "live" as const, privateKey };
}

let home: ReturnType<typeof browser>;
let tab: ReturnType<ReturnType<typeof browser>["openTab"]>;
let record: Extract<KeyRecord, { state: "live" }>;

beforeEach(async () => {
  vi.useFakeTimers({ now: START, toFake: ["Date", "setTimeout", "clearTimeout"] });
  home = browser();
  tab = home.openTab();
  await tab.keys.attach(ACCOUNT);
  record = await liveRecord();
  await tab.keys.adopt(record);
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const signs = () => tab.keys.sign(ACCOUNT, MESSAGE);
const stored = () => home.store.read(ACCOUNT);

/** Nothing of the private half is left anywhere. */
async function expectGone(reason: KeyEnd | undefined) {
  await expect(signs()).rejects.toMatchObject({ name: "NoTradingKey", reason });
  expect((await home.store.all()).some((one) => "privateKey" in one)).toBe(false);
}

test("a key that cannot be read to sign is not shown as live until it is read again", async () => {
  const read = vi.spyOn(home.store, "read").mockRejectedValue(new Error("The database is gone."));
  await expect(signs()).rejects.toThrow("The database is gone.");
  expect(tab.shown.state).not.toBe("live");
  read.mockRestore();
  await pass(5_000);
  expect(tab.shown.state).toBe("live");
  await expect(signs()).resolves.toBeDefined();
});

describe("the key itself", () => {
  test("was never extractable, and its signature verifies for its public key", async () => {
    expect(record.privateKey).toBeInstanceOf(CryptoKey);
    const key = record.privateKey as CryptoKey;
    expect([key.extractable, key.usages]).toEqual([false, ["sign"]]);
    for (const format of ["raw", "pkcs8", "jwk"] as const) {
      await expect(crypto.subtle.exportKey(format, key)).rejects.toMatchObject({
        name: "InvalidAccessError",
      });
    }
    const { pubkey, signature } = await signs();
    const raw = Uint8Array.from(decodePublicKey(pubkey) ?? []);
    const publicKey = await crypto.subtle.importKey("raw", raw, "Ed25519", false, ["verify"]);
    expect(
      await crypto.subtle.verify("Ed25519", publicKey, Uint8Array.from(signature), MESSAGE),
    ).toBe(true);
  });

  test("stays in memory and signs the same way where WebCrypto has no Ed25519", async () => {
    const native = vi
      .spyOn(crypto.subtle, "generateKey")
      .mockRejectedValueOnce(new DOMException("no", "NotSupportedError"));
    const { pubkey, privateKey } = await createKeyPair();
    native.mockRestore();
    expect(privateKey).toBeInstanceOf(MemoryKey);
    // Nothing of it can be read, printed or cloned.
    expect(JSON.stringify(privateKey)).toBe("{}");
    expect(Object.keys(privateKey)).toEqual([]);
    await tab.keys.adopt({ ...record, pubkey, privateKey });
    const { signature } = await signs();
    const raw = Uint8Array.from(decodePublicKey(pubkey) ?? []);
    const publicKey = await crypto.subtle.importKey("raw", raw, "Ed25519", false, ["verify"]);
    expect(
      await crypto.subtle.verify("Ed25519", publicKey, Uint8Array.from(signature), MESSAGE),
    ).toBe(true);
  });
});

describe("a live key", () => {
  test("signs, and reports how long it will", async () => {
    expect(tab.shown).toMatchObject({
      state: "live",
      pubkey: record.pubkey,
      expiresAt: record.expiresAt,
      idleAt: START + 30 * MINUTE_MS,
    });
    await expect(signs()).resolves.toMatchObject({ pubkey: record.pubkey });
  });

  test("signs for no other account, and is not shown to it", async () => {
    await expect(tab.keys.sign(OTHER, MESSAGE)).rejects.toBeInstanceOf(NoTradingKey);
    await tab.keys.attach(OTHER);
    expect(tab.shown).toEqual({ state: "none" });
    await tab.keys.attach(ACCOUNT);
    expect(tab.shown.state).toBe("live");
  });
});

describe("the expiry of a key", () => {
  test("comes at its time on the venue's clock, whatever the person does", async () => {
    for (let minute = 0; minute < 24 * 60 - 1; minute += 20) {
      await pass(20 * MINUTE_MS);
      tab.keys.touch();
    }
    await pass(100);
    expect(tab.shown.state).toBe("expired");
    expect(tab.ended).toEqual(["expired"]);
    await expectGone("expired");
  });

  test("is checked before a signature, although no timer has run", async () => {
    vi.setSystemTime(record.expiresAt);
    home.active.set(ACCOUNT, Date.now());
    await expectGone("expired");
    expect(tab.shown.state).toBe("expired");
  });

  test("follows the venue's clock where this computer's is slow", async () => {
    tab.skew = 24 * 60 * MINUTE_MS;
    await expectGone("expired");
  });
});

describe("a venue clock that is not known yet", () => {
  test("expires no key, however far ahead this computer's clock is; once known, it does", async () => {
    const later = home.openTab();
    later.skew = undefined;
    vi.setSystemTime(record.expiresAt + MINUTE_MS);
    home.active.set(ACCOUNT, Date.now());
    await later.keys.attach(ACCOUNT);
    await pass(100);
    expect(later.shown.state).toBe("live");
    expect(await stored()).toMatchObject({ state: "live" });
    later.skew = -2 * MINUTE_MS;
    await later.keys.endExpired();
    expect(later.shown.state).toBe("live");
    later.skew = 0;
    await later.keys.endExpired();
    expect(later.shown.state).toBe("expired");
    expect(later.ended).toEqual(["expired"]);
  });
});

describe("a failing store", () => {
  test("for other accounts does not hide this one's key", async () => {
    const later = home.openTab();
    vi.spyOn(home.store, "all").mockRejectedValueOnce(new Error("IndexedDB hangs."));
    await later.keys.attach(ACCOUNT);
    expect(later.shown.state).toBe("live");
  });

  test("is asked again at a slow pace to delete a key that has ended", async () => {
    const update = vi.spyOn(home.store, "update").mockRejectedValue(new Error("IndexedDB hangs."));
    await pass(30 * MINUTE_MS + 100);
    const tries = update.mock.calls.length;
    await pass(1_000);
    expect(update.mock.calls.length).toBe(tries);
    update.mockRestore();
    await pass(5_000);
    expect(tab.shown.state).toBe("idle");
  });
});

describe("the end of an idle key", () => {
  test("comes 30 minutes after the last input or order", async () => {
    await pass(29 * MINUTE_MS);
    await signs();
    await pass(29 * MINUTE_MS);
    tab.keys.touch();
    await pass(29 * MINUTE_MS);
    expect(tab.shown.state).toBe("live");
    await pass(MINUTE_MS + 100);
    expect([tab.shown.state, tab.ended]).toEqual(["idle", ["idle"]]);
    await expectGone("idle");
  });

  test("is not put off by the first input after it, which may come from another person", async () => {
    vi.setSystemTime(START + 31 * MINUTE_MS);
    tab.keys.touch();
    await pass(0);
    expect(tab.shown.state).toBe("idle");
    await expectGone("idle");
  });

  test("also comes while the browser is closed", async () => {
    vi.setSystemTime(START + 31 * MINUTE_MS);
    const later = home.openTab();
    await later.keys.attach(ACCOUNT);
    expect(later.shown.state).toBe("idle");
    await expectGone("idle");
  });

  test("comes for a key whose last use is unknown, or in the future of a clock set back", async () => {
    home.active.clear();
    await expectGone("idle");
    await tab.keys.adopt(await liveRecord());
    vi.setSystemTime(START - 10 * MINUTE_MS);
    await expectGone("idle");
  });

  test("comes for keys of accounts that are not signed in", async () => {
    await tab.keys.attach(OTHER);
    vi.setSystemTime(START + 31 * MINUTE_MS);
    await home.openTab().keys.attach(OTHER);
    expect(await stored()).toMatchObject({ state: "ended", reason: "idle" });
  });
});

describe("two tabs", () => {
  test("share the key and its activity, and one of them announces its end", async () => {
    const second = home.openTab();
    await second.keys.attach(ACCOUNT);
    await pass(20 * MINUTE_MS);
    second.keys.touch();
    await pass(20 * MINUTE_MS);
    expect([tab.shown.state, second.shown.state]).toEqual(["live", "live"]);
    await pass(11 * MINUTE_MS);
    expect([tab.shown.state, second.shown.state]).toEqual(["idle", "idle"]);
    expect([...tab.ended, ...second.ended]).toEqual(["idle"]);
  });

  test("stop together when one stops the key, even without a message between them", async () => {
    const deaf = home.openTab();
    await deaf.keys.attach(ACCOUNT);
    vi.spyOn(deaf.keys, "reload").mockResolvedValue();
    await tab.keys.stop();
    expect(tab.ended).toEqual([]);
    await expect(deaf.keys.sign(ACCOUNT, MESSAGE)).rejects.toMatchObject({ reason: "stopped" });
  });

  test("show the end although the storage fails at first", async () => {
    const second = home.openTab();
    await second.keys.attach(ACCOUNT);
    vi.spyOn(home.store, "read").mockRejectedValueOnce(new Error("too slow"));
    await second.keys.stop();
    expect([tab.shown.state, second.shown.state]).toEqual(["live", "none"]);
    await pass(5_000);
    expect(tab.shown.state).toBe("none");
  });

  test("show the end although input and a measured clock come before the storage is read again", async () => {
    const second = home.openTab();
    await second.keys.attach(ACCOUNT);
    await pass(10_000);
    vi.spyOn(home.store, "read").mockRejectedValueOnce(new Error("too slow"));
    await second.keys.stop();
    await pass(1_000);
    tab.keys.touch();
    await tab.keys.endExpired();
    expect(tab.shown.state).toBe("live");
    await pass(4_000);
    expect(tab.shown.state).toBe("none");
  });

  test("stop a key whose record is still being read", async () => {
    const second = home.openTab();
    const attached = second.keys.attach(ACCOUNT);
    await second.keys.stop();
    await attached;
    expect(await stored()).toMatchObject({ state: "ended", reason: "stopped" });
  });

  test("do not end a new key of the other tab by what they know of the old one", async () => {
    const second = home.openTab();
    await second.keys.attach(ACCOUNT);
    const next = await liveRecord();
    vi.spyOn(tab.keys, "reload").mockResolvedValueOnce();
    await second.keys.adopt(next);
    await tab.keys.refused(ACCOUNT, record.pubkey);
    await tab.keys.stop();
    expect(await stored()).toMatchObject({ state: "live", pubkey: next.pubkey });
  });
});

describe("a refused or stopped key", () => {
  test("is deleted and announced once after the venue's refusal; another key's refusal changes nothing", async () => {
    await tab.keys.refused(OTHER, record.pubkey);
    await tab.keys.refused(ACCOUNT, OTHER);
    expect(tab.shown.state).toBe("live");
    await Promise.all([
      tab.keys.refused(ACCOUNT, record.pubkey),
      tab.keys.refused(ACCOUNT, record.pubkey),
    ]);
    expect([tab.shown.state, tab.ended]).toEqual(["none", ["refused"]]);
    await expectGone("refused");
  });

  test("leaves no trace after signing out", async () => {
    await tab.keys.forget(ACCOUNT);
    expect([await home.store.all(), home.active.size, tab.shown]).toEqual([
      [],
      0,
      { state: "none" },
    ]);
    await expectGone(undefined);
  });
});
