import { afterEach, describe, expect, test, vi } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import { PersistentSession } from "./session.ts";

/** Nothing listens on port 1. */
const NOWHERE = new Secret("postgres://user@127.0.0.1:1/none");

type Alarm = { delayMs: number; run: () => void; isOff: boolean };

describe("a session without a server", () => {
  const alarms: Alarm[] = [];
  let session: PersistentSession | undefined;
  const after = (delayMs: number, run: () => void) => {
    const alarm = { delayMs, run, isOff: false };
    alarms.push(alarm);
    return () => {
      alarm.isOff = true;
    };
  };
  afterEach(async () => {
    await session?.close(async () => {});
    alarms.length = 0;
  });

  function open(lost: (reason: unknown) => void): PersistentSession {
    session = new PersistentSession({
      url: NOWHERE,
      after,
      opened: async () => {},
      beat: async () => {},
      notified: () => {},
      lost,
    });
    return session;
  }

  test("is reopened with growing delays, and each loss is reported once", async () => {
    const lost = vi.fn<(reason: unknown) => void>();
    open(lost);
    for (let tries = 1; tries <= 7; tries += 1) {
      await vi.waitFor(() => expect(alarms).toHaveLength(tries));
      expect(lost).toHaveBeenCalledTimes(tries);
      alarms.at(-1)!.run();
    }
    const delays = alarms.map((alarm) => alarm.delayMs);
    expect(delays).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
  });

  test("is not reopened once it was closed", async () => {
    const session = open(() => {});
    await vi.waitFor(() => expect(alarms).toHaveLength(1));
    await session.close(async () => {});
    expect(alarms[0]!.isOff).toBe(true);
    session.beatNow();
    expect(alarms).toHaveLength(1);
  });
});
