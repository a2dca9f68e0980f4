import { describe, expect, test } from "vitest";
import { featureText } from "#components/i18n/feature-text.testing.ts";
import { formatIn } from "#components/i18n/format.ts";
import type { Locale } from "#components/i18n/locales.ts";
import type { Wording } from "#components/trading/chart/series/chart-text.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import type { ListedMove, MoveCause } from "#lib/protocol/wire/moves.ts";
import { describeCause, hasCause, largestIn, moveFigures, openingBar } from "./moves.ts";

const wordingIn = (locale: Locale): Wording => ({
  text: featureText("chart", locale),
  format: formatIn(locale),
  scale: { priceDecimals: 1, sizeDecimals: 5 },
  asset: "BTC",
});

const OPENED = "2026-05-01T12:05:00.000Z";

function move(change: Partial<ListedMove> = {}): ListedMove {
  return {
    id: "mov_1",
    incident_id: "inc_1",
    market: "BTCUSDC",
    direction: "down",
    rule: "z",
    scope: "single",
    opened_at: OPENED,
    onset: "2026-05-01T12:01:00.000Z",
    from_price: "100" as Decimal,
    extreme_price: "95" as Decimal,
    extreme_at: OPENED,
    ended_at: null,
    ended_by: null,
    size: -0.0512,
    z: -8,
    horizon_minutes: 5,
    facts: {
      volume_ratio: null,
      open_interest_change: null,
      liquidated_share: null,
      cascade: false,
      funding_flip: false,
    },
    revision: 1,
    parameters_hash: "0",
    cause: null,
    ...change,
  };
}

describe("a move is drawn at the bar whose end opened it", () => {
  test("in every interval, and not at the bar that begins then", () => {
    const at = (minute: number) => Date.UTC(2026, 4, 1, 12, minute);
    expect(openingBar(move(), "1m")).toBe(at(4));
    expect(openingBar(move(), "5m")).toBe(at(0));
    expect(openingBar(move(), "1h")).toBe(at(0));
    expect(openingBar(move({ opened_at: "2026-05-01T12:06:00.000Z" }), "5m")).toBe(at(5));
  });

  test("and of several in a bar the largest one is told of", () => {
    const moves = [move({ id: "small", size: 0.01 }), move({ id: "large", size: -0.04 })];
    const start = openingBar(move(), "5m");
    expect(largestIn(moves, start, "5m")?.id).toBe("large");
    expect(largestIn(moves, start + 300_000, "5m")).toBeUndefined();
    expect(largestIn(moves, undefined, "5m")).toBeUndefined();
  });
});

test("a move in words has its size with a sign, its onset and whether it goes on", () => {
  expect(moveFigures(move(), wordingIn("en"))).toEqual({
    direction: "Fall",
    size: "-5.12%",
    onset: "1 May, 12:01 UTC",
    opened: "1 May, 12:05 UTC",
    ended: "Ongoing",
  });
  const ended = move({ direction: "up", size: 0.01, ended_at: "2026-05-01T12:30:00.000Z" });
  expect(moveFigures(ended, wordingIn("de"))).toMatchObject({
    direction: "Anstieg",
    ended: expect.stringContaining("12:30"),
  });
  expect(moveFigures(move(), wordingIn("ar")).direction).toBe("هبوط");
});

describe("why a price moved", () => {
  const cause: MoveCause = {
    verdict: "attributed",
    probability: 0.914,
    catalyst_id: "evt_1",
    headline: "A bridge was drained",
    type: "hack",
  };
  const described = (change: Partial<MoveCause>, locale: Locale = "en") =>
    describeCause(move({ cause: { ...cause, ...change } }), wordingIn(locale));

  test("is told with its headline and its probability", () => {
    expect(described({})).toEqual({
      verdict: "attributed",
      label: "Cause found, 91%",
      headline: "A bridge was drained",
    });
    expect(described({ verdict: "possible" }, "de").label).toBe("Mögliche Ursache, 91\u00a0%");
  });

  test("is not told by the likeliest candidate of a move that none explains", () => {
    expect(described({ verdict: "unexplained", probability: 0.2 })).toEqual({
      verdict: "unexplained",
      label: "Unexplained",
      headline: undefined,
    });
    expect(hasCause(move({ cause: { ...cause, verdict: "unexplained" } }))).toBe(false);
    expect(hasCause(move({ cause: { ...cause, verdict: "possible" } }))).toBe(true);
  });

  test("is not judged before the service has looked for it", () => {
    expect(describeCause(move(), wordingIn("en")).label).toBe("Pending");
    expect(hasCause(move())).toBe(false);
  });
});
