import { expect, test } from "vitest";
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { PositionRecord } from "#lib/protocol/wire/account.ts";
import { reverseOrder } from "./position-orders.ts";
import { positionStatus } from "./position-status.ts";

const held = (size: string, market = "BTCUSDC") =>
  ({ market, size: size as Decimal }) as PositionRecord;

test("a position that a take profit has made smaller must be looked at again", () => {
  const standing = positionStatus(held("2"), [held("9", "ETHUSDC"), held("0.5")]);
  expect(standing.state).toBe("changed");
  expect(standing.position && reverseOrder(standing.position).size).toBe("1");
});

test("one that is closed or turned has nothing to reverse", () => {
  expect(positionStatus(held("2"), [])).toEqual({ state: "gone" });
  expect(positionStatus(held("2"), [held("-2")])).toEqual({ state: "gone" });
});

test("one that stands, or is not read now, is the one that was shown", () => {
  expect(positionStatus(held("2"), [held("2")]).state).toBe("same");
  expect(positionStatus(held("2"), undefined)).toEqual({ state: "same", position: held("2") });
});
