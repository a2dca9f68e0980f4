/** How often the same notice is repeated, and which notices are mailed. */

import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#lib/protocol/durations.ts";
import { type Draft, decide, draftOfFall, nextDue, type SentNotices } from "./_draft.ts";

const NOW = Date.UTC(2026, 4, 1);
const FALL = { at: NOW + 40 * HOUR_MS, before: 3, level: 2, fees: 900_123_456_789n };

const reached = (level: number, at: number): Draft => ({
  key: `level:${at}:${level}`,
  kind: "level_up",
  at,
  data: {},
  level,
});

const warning = (at: number): Draft => ({ ...reached(3, at), kind: "level_falls_72h" });
const calm: SentNotices = {};
const mailed = (drafts: Draft[], sent = calm, since = 0) =>
  decide(drafts, since, { now: NOW, sent, canMail: true }).notices.map(
    ({ wantsMail }) => wantsMail,
  );

describe("a change of level", () => {
  test("is mailed once in 24 h for the same level, and always told", () => {
    const drafts = [
      reached(3, NOW - 2 * DAY_MS),
      reached(4, NOW - 2 * DAY_MS + 1),
      reached(3, NOW - DAY_MS - 1),
      reached(3, NOW - DAY_MS),
      reached(4, NOW),
    ];
    expect(mailed(drafts)).toEqual([true, true, false, true, true]);
  });

  test("is not mailed when it is more than seven days old, or when nobody takes mail", () => {
    expect(mailed([reached(3, NOW - 7 * DAY_MS - 1), reached(4, NOW - 7 * DAY_MS)])).toEqual([
      false,
      true,
    ]);
    const { notices } = decide([reached(3, NOW)], 0, { now: NOW, sent: calm, canMail: false });
    expect(notices).toMatchObject([{ wantsMail: false }]);
  });

  test("that was told without mail keeps no later mail back", () => {
    const sent: SentNotices = { "level_up:3": { told: NOW - HOUR_MS, mailed: 0 } };
    expect(mailed([reached(3, NOW)], sent)).toEqual([true]);
  });
});

describe("a warning", () => {
  const last = (ago: number): SentNotices => ({
    "level_falls_72h:3": { told: NOW - ago, mailed: NOW - ago },
  });

  test.each([
    { ago: 7 * DAY_MS, heldSince: 10 * DAY_MS, isSent: true },
    { ago: 7 * DAY_MS - 1, heldSince: 10 * DAY_MS, isSent: false },
    { ago: 7 * DAY_MS - 1, heldSince: DAY_MS, isSent: true },
    { ago: DAY_MS, heldSince: HOUR_MS, isSent: true },
    { ago: DAY_MS - 1, heldSince: HOUR_MS, isSent: false },
  ])(
    "after one $ago ms ago, of a level since $heldSince ms, is told: $isSent",
    ({ ago, heldSince, isSent }) => {
      expect(mailed([warning(NOW)], last(ago), NOW - heldSince)).toHaveLength(isSent ? 1 : 0);
    },
  );

  test("is of 24 h from exactly then on, and of 72 h before", () => {
    const kind = (now: number) => draftOfFall(FALL, { knownSince: 0, now })?.kind;
    expect(kind(FALL.at - 72 * HOUR_MS - 1)).toBeUndefined();
    expect(kind(FALL.at - 72 * HOUR_MS)).toBe("level_falls_72h");
    expect(kind(FALL.at - 24 * HOUR_MS - 1)).toBe("level_falls_72h");
    expect(kind(FALL.at - 24 * HOUR_MS)).toBe("level_falls_24h");
    expect(kind(FALL.at - 1)).toBe("level_falls_24h");
    expect(kind(FALL.at)).toBeUndefined();
  });

  test("has the exact amount that holds the level, and the instant from which on it was due", () => {
    expect(draftOfFall(FALL, { knownSince: 0, now: NOW })).toMatchObject({
      at: FALL.at - 72 * HOUR_MS,
      data: { to_hold: "99.876543211", from: 3, to: 2, share_percent: 12 },
    });
    expect(draftOfFall(FALL, { knownSince: NOW - 5, now: NOW })).toMatchObject({ at: NOW - 5 });
  });
});

test("the next look is due at the next warning, and then when the fall is certain", () => {
  const due = (now: number) => nextDue(FALL, { now, settleMs: 60_000 });
  expect(due(FALL.at - 100 * HOUR_MS)).toBe(FALL.at - 72 * HOUR_MS);
  expect(due(FALL.at - 72 * HOUR_MS)).toBe(FALL.at - 24 * HOUR_MS);
  expect(due(FALL.at - 24 * HOUR_MS)).toBe(FALL.at + 60_000);
  expect(due(FALL.at)).toBe(FALL.at + 60_000);
  expect(nextDue(undefined, { now: NOW, settleMs: 0 })).toBeNull();
});
