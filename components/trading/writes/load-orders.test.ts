import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { followWrites, loadOrderDesk, noWrites, onWrites, writesNow } from "./load-orders.ts";

const desk = vi.hoisted(() => ({
  isReachable: true,
  writes: [] as unknown[],
  tell: () => undefined as void,
  readers: [] as (string | undefined)[],
}));

vi.mock("./order-desk.ts", () => ({
  // Looked at when the code has come: where it has not, the import fails.
  get orderDesk() {
    if (!desk.isReachable) throw new Error("not loaded");
    return {
      writesNow: () => desk.writes,
      onWrites: (listener: () => void) => {
        desk.tell = listener;
        return () => undefined;
      },
      setReader: (account: string | undefined) => desk.readers.push(account),
    };
  },
}));

const settle = () => vi.advanceTimersByTimeAsync(0);

describe("the code of orders", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    desk.readers.length = 0;
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("is asked for by a session alone; a visitor has no writes", async () => {
    followWrites(undefined)();
    await settle();
    expect(desk.readers).toEqual([]);
    expect(writesNow()).toBe(noWrites());
  });

  test("is asked for again until it has come, for as long as the account is here", async () => {
    desk.isReachable = false;
    const leave = followWrites("alice");
    await expect(loadOrderDesk()).rejects.toThrow("not loaded");
    const left = followWrites("bob");
    left();
    desk.isReachable = true;
    await vi.advanceTimersByTimeAsync(5_000);
    await vi.waitFor(() => expect(desk.readers).toEqual(["alice"]));
    leave();
  });

  test("shows its writes to whoever listened before it was there", async () => {
    const told = vi.fn<() => void>();
    onWrites(told);
    await loadOrderDesk();
    desk.writes = ["a write"];
    desk.tell();
    expect(told).toHaveBeenCalled();
    expect(writesNow()).toBe(desk.writes);
  });

  test("hears that nobody is signed in any more", async () => {
    await loadOrderDesk();
    followWrites(undefined);
    expect(desk.readers).toEqual([undefined]);
  });
});
