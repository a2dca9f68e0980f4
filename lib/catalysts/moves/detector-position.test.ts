/** A state is stored a few markets at a time, and counts only once it is complete. */

import { afterEach, beforeEach, expect, test } from "vitest";
import { catalystCursors, catalystStates } from "#lib/catalysts/schema/catalysts.ts";
import type { Database } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import {
  advance,
  type DetectorPosition,
  MOVES_CURSOR,
  readStoredPosition,
} from "./detector-position.ts";
import { type InputChange, MinuteInputs } from "./minute-inputs.ts";
import { storeMinutes } from "./move-store.ts";
import { calm, makeMinutes, run, START } from "./moves.testing.ts";

const HOUR = 60;
const at = (minute: number) => START + minute * MINUTE_MS;
const MARKETS = Array.from({ length: 9 }, (_, index) => `M${index}`);
/** The memory of nine markets after an hour. */
const series = MARKETS.map((market, index) =>
  makeMinutes(calm(HOUR, { price: 100 + index, noise: 0.001 / 3 }), { market }),
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

const HERE: DetectorPosition = {
  minute: at(HOUR - 1),
  stateMinute: START,
  state: { ...state, markets: [] },
  inputs: new MinuteInputs(INPUTS),
  storing: undefined,
};

/** Takes and stores one more minute. */
async function take(position: DetectorPosition, of = state): Promise<DetectorPosition> {
  const minute = position.minute + MINUTE_MS;
  const { inputs } = position;
  const next = advance(position, { minute, state: of, inputs }, minute);
  const taken = { from: position.minute, until: minute, changes: [], now: minute };
  const isFirst = position === HERE;
  const rows = isFirst ? inputs.changes : [];
  const { statePart } = next;
  await storeMinutes(db, { cursor: MOVES_CURSOR, ...taken, inputs: rows, statePart });
  return next.position;
}

test("the state of one minute is stored over the next minutes, and is then read unchanged", async () => {
  const first = await take(HERE);
  const emptied = { ...state, markets: [] };
  const second = await take(first, emptied);
  expect(await readStoredPosition(db)).toMatchObject({
    stateMinute: START,
    state: { markets: [] },
  });
  const third = await take(second, emptied);
  expect(third).toMatchObject({ stateMinute: at(HOUR), storing: undefined });
  expect(third.inputs.changes).toEqual(INPUTS.slice(1));
  expect(await readStoredPosition(db)).toEqual({ ...third, state });
});

test("the state before it is deleted, and so is an incomplete one", async () => {
  const minutes = async () => [
    ...new Set((await db.select().from(catalystStates)).map(({ minute }) => minute)),
  ];
  let position = await take(HERE);
  // Another replica continues: it does not know which state was being stored.
  position = { ...position, storing: undefined };
  for (let minute = 0; minute < 3; minute += 1) position = await take(position);
  expect(await minutes()).toEqual([at(HOUR + 1)]);
  for (let minute = 0; minute < HOUR; minute += 1) position = await take(position);
  expect(await minutes()).toEqual([at(2 * HOUR + 1)]);
  expect((await readStoredPosition(db))?.state.markets.map(({ market }) => market)).toEqual(
    MARKETS,
  );
});

test("history is processed with one stored state a day", () => {
  const now = at(60 * 24 * 30);
  const reached = (minute: number) => ({ minute: at(minute), state, inputs: HERE.inputs });
  expect(advance(HERE, reached(24 * HOUR - 1), now).statePart).toBeUndefined();
  expect(advance(HERE, reached(24 * HOUR), now).statePart).toMatchObject({ isLast: false });
});
