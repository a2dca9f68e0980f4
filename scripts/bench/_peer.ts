/** `nodejs-order-book`, the best-kept order book of npm, on the same plain flow. It knows no accounts, margin or fees. */

import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "#scripts/dev/root.ts";
import { installOutsidePrograms } from "#scripts/dev/test/outside-clients.ts";
import type { PlainOperation } from "./_flow.ts";

type PeerBook = {
  limit: (order: { id: string; side: PeerSide; size: number; price: number }) => unknown;
  market: (order: { side: PeerSide; size: number }) => unknown;
  cancel: (id: string) => unknown;
  /** Asks from the worst price, then bids from the best: price and size of each level. */
  depth: () => [[number, number][], [number, number][]];
};
type PeerSide = "buy" | "sell";

// The package exports ES modules that Node does not recognise as such; the CommonJS build works.
await installOutsidePrograms(root);
const require = createRequire(join(root, "e2e", "outside", "main.ts"));
const { OrderBook } = require("nodejs-order-book") as { OrderBook: new () => PeerBook };

/** A run that is ready to be timed; sizes are whole numbers, so that it has no rounding errors. */
export function peerRun(operations: readonly PlainOperation[], book: PeerBook): () => void {
  const calls = operations.map((operation) => {
    if (operation.kind === "cancel") return { ...operation, id: String(operation.id) };
    const side: PeerSide = operation.side === "BUY" ? "buy" : "sell";
    if (operation.kind === "market") return { kind: "market" as const, side, size: operation.lots };
    const { ticks, lots } = operation;
    return { kind: "limit" as const, id: String(operation.id), side, size: lots, price: ticks };
  });
  return () => {
    for (const call of calls) {
      if (call.kind === "limit") book.limit(call);
      else if (call.kind === "market") book.market(call);
      else book.cancel(call.id);
    }
  };
}

export function newPeer(): PeerBook {
  return new OrderBook();
}

/** Sum of the sizes of all levels, to compare the final states of two runs. */
export function restingLots(book: PeerBook): number {
  return book
    .depth()
    .flat()
    .reduce((sum, [, size]) => sum + size, 0);
}
