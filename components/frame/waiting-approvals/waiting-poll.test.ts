import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Answer } from "#components/data/http.ts";
import type { StagedOrder, WaitingOrders } from "#lib/protocol/wire/staged-order.ts";
import { EVERY_MS, QUIET_MS, WaitingPoll } from "./waiting-poll.ts";

const waiting = (count: number, id = "sto_1", has_proposers = true): Answer<WaitingOrders> => ({
  ok: true,
  status: 200,
  body: {
    count,
    newest: count === 0 ? null : ({ id } as StagedOrder),
    has_proposers,
  } satisfies WaitingOrders,
});
const failure = (code: string, retryAfterMs?: number): Answer<WaitingOrders> => ({
  ok: false,
  status: code === "NETWORK" ? 0 : 401,
  code,
  message: "",
  data: undefined,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

function opened(answers: Answer<WaitingOrders>[]) {
  const requests: AbortSignal[] = [];
  let isHidden = false;
  const poll = new WaitingPoll({
    read: (signal) => {
      requests.push(signal);
      return Promise.resolve(
        answers.length > 1 ? (answers.shift() as Answer<WaitingOrders>) : answers[0]!,
      );
    },
    isHidden: () => isHidden,
  });
  const hide = (hidden: boolean) => {
    isHidden = hidden;
  };
  return { poll, requests, hide };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("the poll for orders that wait for approval", () => {
  it("is shared by all followers, and ends with the last of them", async () => {
    const { poll, requests } = opened([waiting(2)]);
    const stops = [poll.follow("usr_1"), poll.follow("usr_1")];
    await vi.advanceTimersByTimeAsync(EVERY_MS * 2);
    expect(requests).toHaveLength(3);
    expect(poll.get().count).toBe(2);
    for (const stop of stops) stop();
    await vi.advanceTimersByTimeAsync(EVERY_MS * 10);
    expect(requests).toHaveLength(3);
  });

  it("is rare while nothing is connected that could propose an order", async () => {
    const { poll, requests } = opened([waiting(0, "", false), waiting(0)]);
    poll.follow("usr_1");
    await vi.advanceTimersByTimeAsync(QUIET_MS - 1);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1 + EVERY_MS);
    expect(requests).toHaveLength(3);
  });

  it("notifies no follower while nothing changes", async () => {
    const { poll } = opened([waiting(1), waiting(1), waiting(1, "sto_2")]);
    const listener = vi.fn<() => void>();
    poll.subscribe(listener);
    poll.follow("usr_1");
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    expect(listener).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    expect(listener).toHaveBeenCalledTimes(2);
    expect(poll.get().newest?.id).toBe("sto_2");
  });

  it("pauses in a hidden tab and asks at once when the tab is visible again", async () => {
    const { poll, requests, hide } = opened([waiting(0)]);
    poll.follow("usr_1");
    await vi.advanceTimersByTimeAsync(0);
    hide(true);
    await vi.advanceTimersByTimeAsync(EVERY_MS * 20);
    expect(requests).toHaveLength(1);
    hide(false);
    poll.refresh();
    expect(requests).toHaveLength(2);
  });

  it("slows down while there is no answer, and keeps its last value", async () => {
    const { poll, requests } = opened([waiting(1), failure("NETWORK")]);
    poll.follow("usr_1");
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    expect(requests).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    expect(requests).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    expect(requests).toHaveLength(3);
    expect(poll.get().count).toBe(1);
  });

  it("waits for as long as the service requests", async () => {
    const { poll, requests } = opened([failure("RATE_LIMITED", 100_000), waiting(0)]);
    poll.follow("usr_1");
    await vi.advanceTimersByTimeAsync(99_000);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(requests).toHaveLength(2);
  });

  it("forgets everything and stops when the session ends, and when another account signs in", async () => {
    const { poll, requests } = opened([waiting(3), failure("SIGN_IN_REQUIRED")]);
    const stop = poll.follow("usr_1");
    await vi.advanceTimersByTimeAsync(0);
    expect(poll.get().count).toBe(3);
    await vi.advanceTimersByTimeAsync(EVERY_MS * 10);
    expect(poll.get()).toMatchObject({ count: 0, newest: null });
    expect(requests).toHaveLength(2);
    stop();
    const other = opened([waiting(3)]);
    other.poll.follow("usr_1");
    await vi.advanceTimersByTimeAsync(0);
    other.poll.follow("usr_2");
    expect(other.poll.get().count).toBe(0);
  });

  it("drops an answer that comes after the next request", async () => {
    const answers: ((answer: Answer<WaitingOrders>) => void)[] = [];
    const poll = new WaitingPoll({
      read: () => new Promise((resolve) => answers.push(resolve)),
      isHidden: () => false,
    });
    poll.follow("usr_1");
    poll.refresh();
    answers[1]?.(waiting(0));
    answers[0]?.(waiting(5));
    await vi.advanceTimersByTimeAsync(0);
    expect(poll.get().count).toBe(0);
  });
});
