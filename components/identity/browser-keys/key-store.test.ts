import { afterEach, expect, test, vi } from "vitest";
import { openKeyStore } from "./key-store.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Rejected within the time that a person waits for a signature. */
async function isGivenUp(request: Promise<unknown>, patience = 2_100): Promise<boolean> {
  const failed = request.then(
    () => false,
    () => true,
  );
  await vi.advanceTimersByTimeAsync(patience);
  return Promise.race([failed, Promise.resolve(false)]);
}

test("a database that hangs at its opening, or later, is abandoned", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("indexedDB", { open: () => ({}) });
  expect(await isGivenUp(openKeyStore(), 60_100)).toBe(true);
  const stuck = { get: () => ({}), getAll: () => ({}) };
  const result = { transaction: () => ({ objectStore: () => stuck }) };
  vi.stubGlobal("indexedDB", {
    open: () => {
      const request: { onsuccess?: () => void; result: unknown } = { result };
      queueMicrotask(() => request.onsuccess?.());
      return request;
    },
  });
  const store = await openKeyStore();
  expect(await isGivenUp(store.read("A"))).toBe(true);
  expect(await isGivenUp(store.all())).toBe(true);
  expect(
    await isGivenUp(
      store.update("A", () => undefined),
      30_100,
    ),
  ).toBe(true);
});
