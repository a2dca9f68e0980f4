/** Commands about who writes the journal survive their encoding and change nothing that a trader sees. */
import { expect, test } from "vitest";
import { decodeCommand, encodeCommand } from "./command-codec.ts";
import type { JournalCommand } from "./commands.ts";
import { orderFields, TestEngine } from "./engine.testing.ts";

const COMMANDS: JournalCommand[] = [
  { type: "epoch", epoch: 7, node: "https://venue-b.example:4000" },
  { type: "handover", epoch: 7 },
];

test.each(COMMANDS)("$type is decoded as it was encoded", (command) => {
  expect(decodeCommand(encodeCommand(command, 1_234))).toEqual({ command, time: 1_234 });
});

test.each(COMMANDS)("$type takes a sequence number, and orders stay as they are", (command) => {
  const venue = new TestEngine().deposit("ann", "10000");
  venue.submit(venue.by("ann").place(orderFields("BUY", "1", "99"), null, venue.time));
  const { seq, orders, nextOrderId } = venue.state;
  const before = [...orders.values()].map(({ id, status, remaining }) => ({
    id,
    status,
    remaining,
  }));
  expect(venue.submit(command)).toEqual({ kind: "writer", epoch: 7 });
  const after = [...orders.values()].map(({ id, status, remaining }) => ({
    id,
    status,
    remaining,
  }));
  expect(after).toEqual(before);
  expect([venue.state.seq, venue.state.nextOrderId]).toEqual([seq + 1, nextOrderId]);
});

test.each([
  new TestEngine().by("ann").registerSigner("key", { scopes: 1, expiresAt: 2_000 }, 1_000),
  new TestEngine().by("ann").createApiKey("key", { pinnedTo: null, expiresAt: 0 }, 1_000),
])(
  "$type has the memo transaction that was signed, and without one the bytes that it always had",
  (command) => {
    const bytes = encodeCommand(command, 1_234);
    expect(decodeCommand(bytes)).toEqual({ command, time: 1_234 });
    const memo = Uint8Array.from({ length: 300 }, (_, index) => index & 255);
    const signed = { ...command, memo } as typeof command;
    const longer = encodeCommand(signed, 1_234);
    expect(longer.subarray(0, bytes.length)).toEqual(bytes);
    expect(longer.length).toBe(bytes.length + 4 + memo.length);
    expect(decodeCommand(longer)).toEqual({ command: signed, time: 1_234 });
    expect(() => decodeCommand(longer.subarray(0, -1))).toThrow("past the end");
    expect(() => decodeCommand(Uint8Array.from([...longer, 0]))).toThrow("bytes left over");
  },
);
