import { afterEach, describe, expect, test, vi } from "vitest";
import {
  beginReads,
  endReads,
  onAccountRead,
  putRead,
  readOf,
  refreshAccount,
} from "./account-store.ts";

const key = { data: { id: "7" }, isPending: false, isError: false, error: null };
const again = () => Promise.resolve();

afterEach(() => {
  endReads("alice");
  endReads("bob");
});

describe("what is known of an account", () => {
  test("is pending for who is signed in until it has been read, and never anybody else's", () => {
    beginReads("alice", again);
    expect(readOf("alice", "key").isPending).toBe(true);
    putRead("alice", "key", key);
    expect(readOf("alice", "key").data).toEqual({ id: "7" });
    expect(readOf("bob", "key")).toMatchObject({ data: undefined, isPending: true });
    expect(readOf(undefined, "key").data).toBeUndefined();
  });

  test("drops what comes late for an account that was left", () => {
    beginReads("alice", again);
    beginReads("bob", again);
    putRead("alice", "key", key);
    expect(readOf("bob", "key").data).toBeUndefined();
    expect(readOf("alice", "key").data).toBeUndefined();
    endReads("alice");
    putRead("bob", "key", key);
    expect(readOf("bob", "key").data).toEqual({ id: "7" });
  });

  test("keeps the other reads the same objects when one changes, and tells of it", () => {
    beginReads("alice", again);
    const before = readOf("alice", "positions");
    const listener = vi.fn<() => void>();
    const off = onAccountRead(listener);
    putRead("alice", "key", key);
    expect(listener).toHaveBeenCalledTimes(1);
    expect(readOf("alice", "positions")).toBe(before);
    off();
    putRead("alice", "key", key);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test("is read again by its reader alone", async () => {
    const read = vi.fn<typeof again>(again);
    await refreshAccount();
    beginReads("alice", read);
    await refreshAccount();
    endReads("alice");
    await refreshAccount();
    expect(read).toHaveBeenCalledTimes(1);
  });
});
