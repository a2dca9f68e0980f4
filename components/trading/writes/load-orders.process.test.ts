import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  currentWrites,
  followWrites,
  loadOrderCommands,
  noWrites,
  onWrites,
} from "./load-orders.ts";

const commands = vi.hoisted(() => ({
  isReachable: true,
  writes: [] as unknown[],
  notify: () => undefined as void,
  accounts: [] as (string | undefined)[],
}));

vi.mock("./order-commands.ts", () => ({
  // Evaluated when the code is loaded: throwing makes the import fail.
  get orderCommands() {
    if (!commands.isReachable) throw new Error("not loaded");
    return {
      currentWrites: () => commands.writes,
      onWrites: (listener: () => void) => {
        commands.notify = listener;
        return () => undefined;
      },
      setAccount: (account: string | undefined) => commands.accounts.push(account),
    };
  },
}));

const settle = () => vi.advanceTimersByTimeAsync(0);

describe("the code of orders", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    commands.accounts.length = 0;
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("is loaded for a session only; a visitor has no writes", async () => {
    followWrites(undefined)();
    await settle();
    expect(commands.accounts).toEqual([]);
    expect(currentWrites()).toBe(noWrites());
  });

  test("is requested again until it has loaded, for as long as the account is signed in", async () => {
    commands.isReachable = false;
    const leave = followWrites("alice");
    await expect(loadOrderCommands()).rejects.toThrow("not loaded");
    const left = followWrites("bob");
    left();
    commands.isReachable = true;
    await vi.advanceTimersByTimeAsync(5_000);
    await vi.waitFor(() => expect(commands.accounts).toEqual(["alice"]));
    leave();
  });

  test("shows its writes to listeners from before it loaded", async () => {
    const listener = vi.fn<() => void>();
    onWrites(listener);
    await loadOrderCommands();
    commands.writes = ["a write"];
    commands.notify();
    expect(listener).toHaveBeenCalled();
    expect(currentWrites()).toBe(commands.writes);
  });

  test("learns that nobody is signed in any more", async () => {
    await loadOrderCommands();
    followWrites(undefined);
    expect(commands.accounts).toEqual([undefined]);
  });
});
