import { describe, expect, test } from "vitest";
import { randomNumbers } from "#scripts/bench/shared/random.ts";
import { MessageCounter, MessageReader, misplacedPrices, missedPrices } from "./reader.ts";
import { frameOf } from "./script.ts";

function bboFrame(seq: number, at: number): string {
  return frameOf({ event: "bbo", data: `{"seq_no":${seq},"last_updated_at":${at}}` });
}

/** A chunk in chunked transfer encoding. */
function chunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

describe("a client counts every message and sees every gap", () => {
  test("counts messages correctly wherever the bytes are split", () => {
    const wire = Buffer.from(
      `HTTP/1.1 200 OK\r\n\r\n${chunk("retry: 3000\n\n")}` +
        Array.from({ length: 50 }, (_, index) => chunk(bboFrame(index, 1))).join(""),
    );
    const random = randomNumbers(7);
    for (let round = 0; round < 200; round += 1) {
      const counter = new MessageCounter();
      const shared = Buffer.alloc(512, "\n");
      for (let at = 0; at < wire.length; ) {
        const length = Math.min(1 + random(60), wire.length - at);
        wire.copy(shared, 0, at, at + length);
        counter.read(shared, length);
        at += length;
      }
      expect(counter.count).toBe(51);
    }
  });

  test("keeps the numbers of best prices in order, and counts a missing fill as lost", () => {
    const reader = new MessageReader();
    const trades = (...ids: number[]) =>
      frameOf({ event: "trades", data: JSON.stringify(ids.map((id) => ({ id }))) });
    reader.read(bboFrame(5, 1_800_000_000_000) + trades(7, 8), 1_800_000_000_025);
    expect(reader).toMatchObject({ sequence: [5], lostTrades: 0, latencies: [25] });
    reader.read(bboFrame(7, 1_800_000_000_000) + trades(11), 1_800_000_000_030);
    expect(reader).toMatchObject({ sequence: [5, 7], lostTrades: 2, lastTrade: 11 });
  });

  test("counts best prices as missed when another client got them, and as unpublished when none did", () => {
    expect(
      missedPrices([
        [1, 2, 4, 5],
        [2, 4, 5],
        [1, 2, 4],
      ]),
    ).toBe(0);
    expect(missedPrices([[1, 2, 4, 5], [1, 5], [4]])).toBe(2);
    expect(missedPrices([[]])).toBe(0);
  });

  test("counts best prices as misplaced when they come after newer ones or twice", () => {
    expect(misplacedPrices([[1, 2, 4], []])).toBe(0);
    expect(
      misplacedPrices([
        [1, 4, 2],
        [3, 3],
      ]),
    ).toBe(2);
  });

  test("counts a message that arrives in two reads at the second read", () => {
    const reader = new MessageReader();
    const frame = chunk(bboFrame(1, 1_800_000_000_000));
    reader.read(frame.slice(0, 20), 1_800_000_000_001);
    expect(reader.latencies).toEqual([]);
    reader.read(frame.slice(20), 1_800_000_000_009);
    expect(reader.latencies).toEqual([9]);
  });
});
