import { describe, expect, test } from "vitest";
import { nudged, tickPrice } from "#components/trading/chart/series/ticks.ts";
import { marketScale } from "#lib/protocol/market/markets.ts";
import { type DragEvent, type DragState, IDLE, nextDragState } from "./drag-state.ts";

const scale = marketScale({ price_tick: "0.5", base_lot_size: "0.001" } as Parameters<
  typeof marketScale
>[0]);

const grab: DragEvent = { type: "grab", orderId: "7", price: "64000", input: "pointer" };
const run = (...events: DragEvent[]) => events.reduce<DragState>(nextDragState, IDLE);
const asking = run(grab, { type: "move", price: "63900" }, { type: "release" });
const pending = nextDragState(asking, { type: "write", state: "sending" });

describe("a drag before anything is sent", () => {
  test("asks for the new price after a line was grabbed, moved and dropped", () => {
    expect(asking).toEqual({ step: "asking", orderId: "7", from: "64000", price: "63900" });
  });

  test("asks for nothing when the line is dropped where it was", () => {
    expect(run(grab, { type: "move", price: "64000.0" }, { type: "release" })).toBe(IDLE);
  });

  test("is put back by Esc", () => {
    expect(run(grab, { type: "move", price: "63900" }, { type: "revert" })).toBe(IDLE);
  });

  test("is put back when it is not signed", () => {
    expect(nextDragState(asking, { type: "answer", outcome: undefined })).toBe(IDLE);
  });

  test("ends when the order ends; a read of the order's price moves nothing", () => {
    const held = run(grab, { type: "move", price: "63900" });
    expect(nextDragState(held, { type: "read", orderId: "7", price: "64000" })).toBe(held);
    expect(nextDragState(held, { type: "read", orderId: "8", price: undefined })).toBe(held);
    expect(nextDragState(held, { type: "read", orderId: "7", price: undefined })).toBe(IDLE);
  });
});

describe("a drag that was sent", () => {
  test("keeps its ghost until the venue has answered, whatever is read, grabbed or pressed meanwhile", () => {
    expect(pending).toMatchObject({ step: "pending", price: "63900" });
    const events: DragEvent[] = [
      grab,
      { type: "move", price: "1" },
      { type: "release" },
      { type: "revert" },
      { type: "forget" },
      { type: "write", state: "signing" },
      { type: "read", orderId: "7", price: "63900" },
      { type: "read", orderId: "7", price: undefined },
    ];
    for (const event of events) expect(nextDragState(pending, event)).toBe(pending);
  });

  test("and accepted turns the ghost into the line when the venue's reads have the price", () => {
    const settled = nextDragState(pending, { type: "answer", outcome: { taken: true, text: "" } });
    expect(settled.step).toBe("settled");
    expect(nextDragState(settled, { type: "read", orderId: "7", price: "64000" })).toBe(settled);
    expect(nextDragState(settled, { type: "read", orderId: "7", price: "63900.0" })).toBe(IDLE);
    expect(nextDragState(settled, { type: "read", orderId: "7", price: undefined })).toBe(IDLE);
  });

  test("and refused says why, and then only the old line remains", () => {
    const outcome = { taken: false, text: "Too far from the mark." };
    const refused = nextDragState(pending, { type: "answer", outcome });
    expect(refused).toMatchObject({ step: "refused", from: "64000", reason: outcome.text });
    expect(nextDragState(refused, { type: "forget" })).toBe(IDLE);
    expect(nextDragState(refused, grab)).toMatchObject({ step: "dragging" });
  });

  test("and unknown stays unknown until its outcome is found", () => {
    const unknown = nextDragState(pending, { type: "write", state: "unknown" });
    expect(unknown.step).toBe("unknown");
    expect(nextDragState(unknown, { type: "write", state: "sending" })).toBe(unknown);
    expect(nextDragState(unknown, { type: "forget" })).toBe(unknown);
    const outcome = { taken: true, text: "" };
    expect(nextDragState(unknown, { type: "answer", outcome }).step).toBe("settled");
  });
});

test("a nudge moves by ticks, and never to zero", () => {
  expect(nudged("64000", 1n, scale)).toBe("64000.5");
  expect(nudged("64000.5", -10n, scale)).toBe("63995.5");
  expect(nudged("1", -10n, scale)).toBe("0.5");
});

test("a pixel's price is the nearest price that an order can have", () => {
  expect(tickPrice(63_999.774, scale)).toBe("64000");
  expect(tickPrice(63_999.6, scale)).toBe("63999.5");
  expect(tickPrice(-5, scale)).toBe("0.5");
  expect(tickPrice(Number.NaN, scale)).toBeUndefined();
});
