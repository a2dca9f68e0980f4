import { expect, test, vi } from "vitest";
import { lazyModule } from "./lazy-module.ts";

test("code is loaded once for all callers, and they are notified when it is there", async () => {
  const open = vi.fn<() => Promise<{ part: number }>>(async () => ({ part: 1 }));
  const { load, loaded, subscribe } = lazyModule(open);
  const listener = vi.fn<() => void>();
  subscribe(listener);
  expect([loaded(), open.mock.calls.length]).toEqual([undefined, 0]);
  const [one, other] = await Promise.all([load(), load()]);
  expect(one).toBe(other);
  expect(loaded()).toBe(one);
  expect([open.mock.calls.length, listener.mock.calls.length]).toEqual([1, 1]);
});

test("a failed load fails for all waiting callers, and the next call loads again", async () => {
  const open = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error("offline"))
    .mockResolvedValue("code");
  const { load, loaded } = lazyModule(open);
  await expect(Promise.all([load(), load()])).rejects.toThrow("offline");
  expect(loaded()).toBeUndefined();
  expect(await load()).toBe("code");
});
