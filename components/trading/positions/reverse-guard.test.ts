import { describe, expect, it } from "vitest";
import type { Write } from "#components/trading/writes/use-orders.ts";
import type { PositionRecord } from "#lib/protocol/wire/account.ts";
import { ReverseGuard } from "./reverse-guard.ts";

const long = {
  account: "a",
  market: "BTCUSDC",
  size: "0.05",
  last_updated_at: 1,
} as PositionRecord;
const changed = (change: object) => ({ ...long, ...change }) as PositionRecord;
const write = (change: Partial<Write>) =>
  ({ kind: "place", market: "BTCUSDC", state: "unknown", ...change }) as Write;

describe("turning a position round", () => {
  it("is done once for a position as it stood, however often it is asked", () => {
    const guard = new ReverseGuard();
    const attempt = { seen: long, now: long, writes: [] };
    expect(guard.take(attempt)).toBeUndefined();
    expect(guard.take(attempt)).toBe("alreadyReversed");
    const turned = changed({ size: "-0.05", last_updated_at: 2 });
    expect(guard.take({ ...attempt, now: turned })).toBe("positionChanged");
    expect(guard.take({ seen: turned, now: turned, writes: [] })).toBeUndefined();
  });

  it("can be asked again after nothing came of it", () => {
    const guard = new ReverseGuard();
    const attempt = { seen: long, now: long, writes: [] };
    guard.take(attempt);
    guard.release(long);
    expect(guard.take(attempt)).toBeUndefined();
  });

  it("waits for what is signed, sent or unknown in its market, in any tab", () => {
    for (const state of ["signing", "sending", "unknown"] as const) {
      const attempt = { seen: long, now: long, writes: [write({ state })] };
      expect(new ReverseGuard().take(attempt)).toBe("marketUnsettled");
    }
    for (const settled of [
      write({ state: "accepted" }),
      write({ state: "rejected" }),
      write({ market: "ETHUSDC" }),
      write({ kind: "cancel" }),
    ]) {
      expect(new ReverseGuard().take({ seen: long, now: long, writes: [settled] })).toBeUndefined();
    }
    const all = write({ kind: "batch", market: null });
    expect(new ReverseGuard().take({ seen: long, now: long, writes: [all] })).toBe(
      "marketUnsettled",
    );
  });

  it("ends when the position is gone or another one than was seen", () => {
    const guard = new ReverseGuard();
    expect(guard.take({ seen: long, now: undefined, writes: [] })).toBe("positionGone");
    expect(guard.take({ seen: long, now: changed({ size: "0.1" }), writes: [] })).toBe(
      "positionChanged",
    );
  });
});
