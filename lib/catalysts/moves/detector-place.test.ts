/** A state is stored a few markets at a time, and counts when all of it is stored. */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { catalystCursors, catalystStates } from "#lib/platform/db/schema/catalysts.ts";
import { advance, type DetectorPlace, MOVES_CURSOR, readStoredPlace } from "./detector-place.ts";
import { MINUTE_MS } from "./minute.ts";
import { type InputChange, MinuteInputs } from "./minute-inputs.ts";
import { storeMinutes } from "./move-store.ts";
import { calm, minutesOf, run, START } from "./moves.testing.ts";

const HOUR = 60;
const at = (minute: number) => START + minute * MINUTE_MS;
const MARKETS = Array.from({ length: 9 }, (_, index) => `M${index}`);
/** What is remembered of nine markets after an hour. */
const series = MARKETS.map((market, index) =>
  minutesOf(calm(HOUR, { price: 100 + index, noise: 0.001 / 3 }), { market }),
);
const { state } = run(
  (series[0] ?? []).map(({ start }, minute) => ({
    start,
    markets: series.flatMap((one) => one[minute]?.markets ?? []),
  })),
);
const change = (start: number, isRead: boolean): InputChange => ({
  market: "M0",
  part: "price",
  start,
  isRead,
});
const INPUTS = [change(START, true), change(at(5), false), change(at(70), true)];

let db: Database;
beforeEach(async () => {
  db = await testDatabase();
  const minute = at(HOUR - 1);
  await db
    .insert(catalystCursors)
    .values({ name: MOVES_CURSOR, begins: START, minute, stateMinute: START });
});
afterEach(() => db.$client.end());

const HERE: DetectorPlace = {
  minute: at(HOUR - 1),
  stateMinute: START,
  state: { ...state, markets: [] },
  inputs: new MinuteInputs(INPUTS),
  storing: undefined,
};

/** Takes one more minute, and stores it. */
async function take(place: DetectorPlace, of = state): Promise<DetectorPlace> {
  const minute = place.minute + MINUTE_MS;
  const { inputs } = place;
  const next = advance(place, { minute, state: of, inputs }, minute);
  const taken = { from: place.minute, until: minute, changes: [], now: minute };
  const isFirst = place === HERE;
  const rows = isFirst ? inputs.changes : [];
  const { statePart } = next;
  await storeMinutes(db, { cursor: MOVES_CURSOR, ...taken, inputs: rows, statePart });
  return next.place;
}

test("the state of one minute is stored over the next minutes, and then read as it was", async () => {
  const first = await take(HERE);
  const emptied = { ...state, markets: [] };
  const second = await take(first, emptied);
  expect(await readStoredPlace(db)).toMatchObject({ stateMinute: START, state: { markets: [] } });
  const third = await take(second, emptied);
  expect(third).toMatchObject({ stateMinute: at(HOUR), storing: undefined });
  expect(third.inputs.changes).toEqual(INPUTS.slice(1));
  expect(await readStoredPlace(db)).toEqual({ ...third, state });
});

test("the state before it goes, and what was begun and not ended", async () => {
  const minutes = async () => [
    ...new Set((await db.select().from(catalystStates)).map(({ minute }) => minute)),
  ];
  let place = await take(HERE);
  // Another replica goes on: it does not know what was begun.
  place = { ...place, storing: undefined };
  for (let minute = 0; minute < 3; minute += 1) place = await take(place);
  expect(await minutes()).toEqual([at(HOUR + 1)]);
  for (let minute = 0; minute < HOUR; minute += 1) place = await take(place);
  expect(await minutes()).toEqual([at(2 * HOUR + 1)]);
  expect((await readStoredPlace(db))?.state.markets.map(({ market }) => market)).toEqual(MARKETS);
});

test("the past is gone through with a state a day", () => {
  const now = at(60 * 24 * 30);
  const reached = (minute: number) => ({ minute: at(minute), state, inputs: HERE.inputs });
  expect(advance(HERE, reached(24 * HOUR - 1), now).statePart).toBeUndefined();
  expect(advance(HERE, reached(24 * HOUR), now).statePart).toMatchObject({ isLast: false });
});
