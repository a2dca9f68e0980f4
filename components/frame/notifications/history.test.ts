import { describe, expect, it, vi } from "vitest";
import { NotificationHistory } from "./history.ts";

function storage(start: string | null = null) {
  let text = start;
  return { read: () => text, write: (next: string) => void (text = next) };
}

const message = (text: string) => ({ tone: "neutral", text }) as const;

describe("stored messages", () => {
  it("belong to the account, newest first", () => {
    const history = new NotificationHistory(storage());
    history.add("a", message("one"), 1_000);
    history.add("a", message("two"), 2_000);
    history.add("b", message("other"), 3_000);
    expect(history.of("a").map(({ text }) => text)).toEqual(["two", "one"]);
    expect(history.unread("a")).toBe(2);
    expect(history.of("c")).toEqual([]);
  });

  it("are 200 at most", () => {
    const history = new NotificationHistory(storage());
    for (let n = 0; n < 230; n += 1) history.add("a", message(`m${n}`), n * 5_000);
    expect(history.of("a")).toHaveLength(200);
    expect(history.of("a")[0]?.text).toBe("m229");
  });

  it("are of five accounts at most: the longest inactive one is dropped", () => {
    const history = new NotificationHistory(storage());
    for (let n = 0; n < 6; n += 1) history.add(`account-${n}`, message("x"), n * 5_000);
    expect(history.of("account-0")).toEqual([]);
    expect(history.of("account-1")).toHaveLength(1);
    expect(history.of("account-5")).toHaveLength(1);
  });

  it("appear once although two tabs have each received them", () => {
    const shared = storage();
    const [one, other] = [new NotificationHistory(shared), new NotificationHistory(shared)];
    one.add("a", message("liquidated"), 10_000);
    other.add("a", message("liquidated"), 10_150);
    expect(one.of("a")).toHaveLength(1);
    other.add("a", message("liquidated"), 60_000);
    expect(one.of("a")).toHaveLength(2);
  });

  it("are read, removed and cleared", () => {
    const history = new NotificationHistory(storage());
    history.add("a", message("one"), 1_000);
    history.add("a", message("two"), 5_000);
    history.markRead("a");
    expect(history.unread("a")).toBe(0);
    history.remove("a", history.of("a")[0]!.id);
    expect(history.of("a").map(({ text }) => text)).toEqual(["one"]);
    history.clear("a");
    expect(history.of("a")).toEqual([]);
  });

  it("survive an invalid message and damaged storage", () => {
    const good = { id: "1", at: 1, read: false, tone: "good", text: "yes" };
    const stored = JSON.stringify({ a: [good, { ...good, tone: "loud" }, 7, null], b: "x" });
    const history = new NotificationHistory(storage(stored));
    expect(history.of("a")).toEqual([good]);
    expect(history.of("b")).toEqual([]);
    expect(new NotificationHistory(storage("{oops")).of("a")).toEqual([]);
    expect(new NotificationHistory(storage("null")).of("a")).toEqual([]);
  });

  it("notify listeners, and keep the same list while nothing changes", () => {
    const history = new NotificationHistory(storage());
    const heard = vi.fn<() => void>();
    const off = history.subscribe(heard);
    history.add("a", message("one"), 1_000);
    expect(heard).toHaveBeenCalledTimes(1);
    expect(history.of("a")).toBe(history.of("a"));
    off();
    history.clear("a");
    expect(heard).toHaveBeenCalledTimes(1);
  });
});
