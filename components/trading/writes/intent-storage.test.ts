/** However IndexedDB fails, an order is sent and its own page knows it. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { START } from "#components/data/virtual-clock.testing.ts";
import { placeOrderDraft } from "#components/trading/signing/requests.ts";
import { openIntentStorage } from "./intent-storage.ts";
import { intentOf } from "./tracked-write.ts";
import { LIMIT_ORDER, PLACE, sign } from "./writes.testing.ts";

afterEach(() => vi.useRealTimers());

const intent = async () =>
  intentOf(await sign(placeOrderDraft(LIMIT_ORDER), { timestamp: START }), PLACE, START);

const throwing = {
  open: () => {
    throw new DOMException("closed to this page", "SecurityError");
  },
} as unknown as IDBFactory;

/** Never answers, like some browsers right after their start. */
const hanging = { open: () => ({}) } as unknown as IDBFactory;

describe("a browser whose IndexedDB fails for this page", () => {
  test.each([
    ["by its absence", undefined],
    ["by throwing", throwing],
  ])("%s: the page's memory holds the intent, and returns it once", async (_name, factory) => {
    const storage = openIntentStorage(factory);
    const stored = await intent();
    await storage.put(stored);
    expect(await storage.all()).toEqual([stored]);
    expect(await storage.has(stored.digest)).toBe("kept");
    expect([await storage.take(stored.digest), await storage.take(stored.digest)]).toEqual([
      "taken",
      "gone",
    ]);
    expect(await storage.has(stored.digest)).toBe("gone");
    expect(await storage.all()).toEqual([]);
  });

  test("by hanging delays an order for a second at most", async () => {
    vi.useFakeTimers();
    const storage = openIntentStorage(hanging);
    const stored = await intent();
    let isDone = false;
    const put = storage.put(stored).then(() => {
      isDone = true;
    });
    await vi.advanceTimersByTimeAsync(900);
    expect(isDone).toBe(false);
    await vi.advanceTimersByTimeAsync(100);
    await put;
    expect(isDone).toBe(true);
    const taken = storage.take(stored.digest);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await taken).toBe("taken");
  });

  test("by opening after a write has ended does not store the write then", async () => {
    vi.useFakeTimers();
    const requests: { onsuccess?: () => void; result?: unknown }[] = [];
    const late = {
      open: () => {
        const request = {};
        requests.push(request);
        return request;
      },
    } as unknown as IDBFactory;
    const write = vi.fn<() => object>(() => ({}));
    const transaction = () => ({
      objectStore: () => ({ put: write, count: () => ({}) }),
      commit: () => undefined,
    });
    const storage = openIntentStorage(late);
    const stored = await intent();
    const put = storage.put(stored);
    await vi.advanceTimersByTimeAsync(1_000);
    await put;
    const taken = storage.take(stored.digest);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await taken).toBe("taken");
    const [request = {}] = requests;
    request.result = { transaction, onversionchange: null };
    request.onsuccess?.();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(write).not.toHaveBeenCalled();
  });
});

test("by opening late still returns what an earlier page stored", async () => {
  vi.useFakeTimers();
  const stored = await intent();
  const transaction: { oncomplete?: () => void } = {
    objectStore: () => ({ getAll: () => ({ result: [stored] }) }),
    commit: () => undefined,
  } as object;
  const transact = () => transaction;
  const request: { onsuccess?: () => void; result: unknown } = {
    result: { transaction: transact, onversionchange: null },
  };
  const storage = openIntentStorage({ open: () => request } as unknown as IDBFactory);
  const all = storage.all();
  await vi.advanceTimersByTimeAsync(30_000);
  request.onsuccess?.();
  await vi.advanceTimersByTimeAsync(30_000);
  transaction.oncomplete?.();
  expect(await all).toEqual([stored]);
});

/** A database that opens, with transactions as the test defines them. */
function opening(transact: () => unknown): IDBFactory {
  const open = () => {
    const request: { onsuccess?: () => void; result: unknown } = {
      result: { transaction: transact, onversionchange: null },
    };
    queueMicrotask(() => request.onsuccess?.());
    return request;
  };
  return { open } as unknown as IDBFactory;
}

/** Begins and never completes. */
const stuck = () => ({
  objectStore: () => ({ put: () => ({}), count: () => ({}), getAll: () => ({}) }),
  commit: () => undefined,
});

describe("a database that opened and then", () => {
  test("hangs delays neither an order nor its end: its content stays unknown", async () => {
    vi.useFakeTimers();
    const storage = openIntentStorage(opening(stuck));
    const stored = await intent();
    const put = storage.put(stored);
    await vi.advanceTimersByTimeAsync(1_000);
    await put;
    const answers = Promise.all([
      storage.take(stored.digest),
      storage.take("of another page"),
      storage.has("of another page"),
    ]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await answers).toEqual(["taken", "failed", "failed"]);
  });

  test("closes its connection does not make an intent look taken by another tab", async () => {
    const closed = () => {
      throw new DOMException("The connection is closing.", "InvalidStateError");
    };
    const storage = openIntentStorage(opening(closed));
    expect(await storage.take("kept before")).toBe("failed");
    expect(await storage.has("kept before")).toBe("failed");
  });
});

test("an intent holds the exact bytes of the signed request", async () => {
  const signed = await sign(placeOrderDraft(LIMIT_ORDER), { timestamp: START });
  const stored = intentOf(signed, PLACE, START);
  expect(stored.body).toBe(signed.draft.body);
  expect(stored.headers).toEqual(signed.headers);
  expect([stored.method, stored.path]).toEqual(["POST", "/api/venue/orders"]);
  // Storage copies the intent, so every part of it must be cloneable.
  expect(structuredClone(stored)).toEqual(stored);
});
