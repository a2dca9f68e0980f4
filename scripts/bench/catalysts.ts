/**
 * The detector of moves: a minute of 200 markets next to a plain loop over the same bars, a replay of 30 days, and the way from stored
 * bars to stored moves. News: how many items a second are read, placed and stored, the way from an item to its event, and the replay
 * endpoint. Times are CPU of this thread unless they say otherwise: other work on the machine affects them less.
 *
 * `npm run bench:catalysts -- [--smoke]`
 */

import { beginDetection, detect } from "#lib/catalysts/moves/detect-moves.ts";
import { type DetectorMinute } from "#lib/catalysts/moves/minute.ts";
import { MOVE_PARAMETERS } from "#lib/catalysts/moves/parameters.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { benchPasses } from "./_catalyst-passes.ts";
import { benchStoredMoves } from "./_stored-moves.ts";
import { measureIntake } from "./shared/news-intake.ts";
import { amount } from "./shared/options.ts";
import { type Random, randomNumbers } from "./shared/random.ts";
import { percentile, print, printCalibration, row } from "./shared/report.ts";

const MARKETS = amount(200, 10);
/** The first day fills the windows and is not measured. */
const WARM_MINUTES = 1_440;
const MEASURED_MINUTES = amount(2_000, 60);
const DAYS_30 = 30 * 1_440;
const REPLAYED = { markets: 3, minutes: amount(DAYS_30, 1_440) };
const GOAL = { mean: 5, p99: 12, replaySeconds: 3, largeReplaySeconds: 120 };
const CONTEXT = { parameters: MOVE_PARAMETERS, releases: [] };

function* minutes(markets: number, count: number, random: Random): Generator<DetectorMinute> {
  const closes = Array.from({ length: markets }, () => 100);
  for (let minute = 0; minute < count; minute += 1) {
    for (const [market, close] of closes.entries()) {
      const isStep = random(3_000) === 0;
      closes[market] = close * (1 + (random(2_001) - 1_000) / (isStep ? 25_000 : 1_000_000));
    }
    yield {
      start: minute * MINUTE_MS,
      markets: closes.map((close, market) => ({ market: `M${market}`, close, filled: false })),
    };
  }
}

function milliseconds(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** What any reader of the bars has to do: the last close and the sum of the returns. */
function plainLoop(minute: DetectorMinute, last: Map<string, number>): number {
  let sum = 0;
  for (const { market, close } of minute.markets) {
    sum += close / (last.get(market) ?? close) - 1;
    last.set(market, close);
  }
  return sum;
}

printCalibration();
let state = beginDetection(MOVE_PARAMETERS);
const last = new Map<string, number>();
const times: number[] = [];
let plain = 0;
let changes = 0;
let sum = 0;
for (const minute of minutes(MARKETS, WARM_MINUTES + MEASURED_MINUTES, randomNumbers(1))) {
  const loop = milliseconds(() => {
    sum += plainLoop(minute, last);
  });
  const took = milliseconds(() => {
    const detection = detect(state, minute, CONTEXT);
    state = detection.state;
    changes += detection.changes.length;
  });
  if (minute.start < WARM_MINUTES * MINUTE_MS) continue;
  plain += loop;
  times.push(took);
}
if (changes === 0 || !Number.isFinite(sum)) throw new Error("nothing moved");
const total = times.reduce((one, other) => one + other, 0);
row(`a minute of ${MARKETS} markets`, "mean ms", "p99 ms", "× plain loop");
const mean = total / times.length;
row("detect", mean.toFixed(2), percentile(times, 0.99).toFixed(2), (total / plain).toFixed(0));
print(`goal: mean at most ${GOAL.mean} ms, p99 at most ${GOAL.p99} ms; ${changes} changes`);

const history = [...minutes(REPLAYED.markets, REPLAYED.minutes, randomNumbers(2))];
const replay = milliseconds(() => {
  let current = beginDetection(MOVE_PARAMETERS);
  for (const minute of history) current = detect(current, minute, CONTEXT).state;
});
row("replay of 30 days of 3 markets, s of CPU", (replay / 1_000).toFixed(2));
print(`goal: at most ${GOAL.replaySeconds} s`);

// The 30 days would take minutes: each minute of a warm detector costs the same.
const large = (mean * DAYS_30) / 1_000;
row(`the same of ${MARKETS} markets, scaled from ${MEASURED_MINUTES} min`, large.toFixed(1));
print(`goal: at most ${GOAL.largeReplaySeconds} s`);

await benchStoredMoves();
await benchPasses();
await measureIntake();
