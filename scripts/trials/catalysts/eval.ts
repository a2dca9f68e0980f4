/**
 * Evaluates the detector of moves on markets of the sandbox's price model, and the engine of causes
 * on days of its story, both beside baselines.
 * `npm run catalysts:eval -- --seeds dev-1,dev-2 [--days 5] [--json]`
 */
import { parseArgs } from "node:util";
import { print, row } from "#scripts/bench/shared/report.ts";
import { DETECTORS } from "./detectors.ts";
import { evaluate, type ShapeScore } from "./score.ts";
import { printPairs, printStory } from "./story/print-story.ts";
import { runStory } from "./story/run-story.ts";
import { scorePairs, scoreStories } from "./story/score-story.ts";
import { makeStoryWorld } from "./story/story-world.ts";
import { SHAPES } from "./world.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "dev-1,dev-2" },
    days: { type: "string", default: "5" },
    json: { type: "boolean", default: false },
  },
});
const seeds = values.seeds.split(",");
const days = Number(values.days);
if (!Number.isInteger(days) || days < 1) throw new RangeError("--days is a whole number from 1 on");

const { marketDays, scores } = evaluate(seeds, days, DETECTORS);
const runWorlds = (isCrowded: boolean) =>
  seeds.map((seed) => {
    const world = makeStoryWorld(seed, days, isCrowded);
    return { world, result: runStory(world) };
  });
const stories = scoreStories(runWorlds(false));
const pairs = scorePairs(runWorlds(true));
if (values.json) {
  print(JSON.stringify({ seeds, marketDays, scores, stories, pairs }, null, 2));
} else {
  const minutes = (value: number | null) => (value === null ? "-" : value.toFixed(1));
  const cell = ({ injected, found, medianDelay, p90Delay }: ShapeScore) =>
    `${found}/${injected}  ${minutes(medianDelay)} / ${minutes(p90Delay)}`;
  print(
    `${marketDays} market-days with a move each, and as many without; seeds ${seeds.join(", ")}`,
  );
  print(
    "alarms are of a market-day without moves; of a shape: found, median / p90 delay in minutes",
  );
  row("", "recall", "alarms (at nothing)", ...SHAPES);
  for (const { name, recall, alarmsPerDay, falseAlarmsPerDay, shapes } of scores) {
    const alarms = `${alarmsPerDay.toFixed(2)} (${falseAlarmsPerDay.toFixed(2)})`;
    row(name, recall.toFixed(2), alarms, ...SHAPES.map((shape) => cell(shapes[shape])));
  }
  print("");
  printStory(stories);
  printPairs(pairs);
}
