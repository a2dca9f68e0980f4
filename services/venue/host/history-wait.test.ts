/** A read of the history waits for the follower, but not for long, and leaves no wait behind. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLogger } from "#lib/kernel/log/log.ts";
import type { Venue } from "#services/venue/calls/venue.ts";
import { emptyState } from "#services/venue/engine/empty-state.ts";
import type { ToGateway } from "#services/venue/link/messages.ts";
import type { CredentialPublisher } from "./credential-publisher.ts";
import { Host } from "./host.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Reads the feed of fees from a venue that waits for its follower through `followed`. */
function readFees(followed: Venue["followed"]): ToGateway[] {
  const history = { fees: () => [] };
  const host = new Host({
    venue: { state: emptyState(), history, followed } as unknown as Venue,
    credentials: {} as CredentialPublisher,
    log: createLogger("venue", "silent"),
    metrics: async () => "",
    withdrawals: { fee: 0n, openingFee: 0n, aDay: 1 },
  });
  const replies: ToGateway[] = [];
  const call = { id: 1, name: "fees", account: null, params: {} };
  void host.receive({ commands: null, calls: [call] }, (answers) => replies.push(answers));
  return replies;
}

test("a read does not wait for a follower that is far behind: it is answered and its wait dropped", async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const replies = readFees((signal) => {
    signals.push(signal);
    return new Promise((_, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
  });
  await vi.advanceTimersByTimeAsync(900);
  expect([replies.length, signals[0]?.aborted]).toEqual([0, false]);
  await vi.advanceTimersByTimeAsync(200);
  expect(replies[0]?.statuses).toEqual([200]);
  expect(signals[0]?.aborted).toBe(true);
});

test("a read is answered as soon as the follower has caught up, or has failed, and no timer stays", async () => {
  for (const [followed, status] of [
    [async () => {}, 200],
    [() => Promise.reject(new Error("the follower stopped")), 500],
  ] as const) {
    const replies = readFees(followed);
    await vi.advanceTimersByTimeAsync(1);
    expect(replies[0]?.statuses).toEqual([status]);
    expect(vi.getTimerCount()).toBe(0);
  }
});
