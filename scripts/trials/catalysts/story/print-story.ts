/** Prints the evaluation of causes, with the goals and the results of baselines. */
import { print, row } from "#scripts/bench/shared/report.ts";
import type { CauseScore, StoryScore } from "./score-story.ts";

type Line = {
  name: string;
  of: (score: StoryScore) => number;
  goal: number;
  isMost?: boolean;
  baseline?: (score: CauseScore) => number;
};

const LINES: readonly Line[] = [
  { name: "type: macro-F1", of: ({ typeF1 }) => typeF1, goal: 0.8 },
  { name: "assets: precision", of: ({ assets }) => assets.precision, goal: 0.95 },
  { name: "assets: recall", of: ({ assets }) => assets.recall, goal: 0.85 },
  { name: "stories: B³ F1", of: ({ stories }) => stories.f1, goal: 0.75 },
  { name: "stories: false merges", of: (score) => score.falseMerges, goal: 0.02, isMost: true },
  { name: "attacks believed", of: (score) => score.believedAttacks, goal: 0, isMost: true },
  {
    name: "right cause, when it was reported",
    of: ({ causes }) => causes.right,
    goal: 0.75,
    baseline: ({ right }) => right,
  },
  {
    name: "wrong causes",
    of: ({ causes }) => causes.wrong,
    goal: 0.05,
    isMost: true,
    baseline: ({ wrong }) => wrong,
  },
  {
    name: "unexplained, without a cause",
    of: ({ causes }) => causes.unexplained,
    goal: 0.9,
    baseline: ({ unexplained }) => unexplained,
  },
  {
    name: "calibration error",
    of: ({ causes }) => causes.calibrationError,
    goal: 0.05,
    isMost: true,
    baseline: ({ calibrationError }) => calibrationError,
  },
];

/** The results for two stories within half an hour. */
export function printPairs({ caused, right, wrong }: CauseScore): void {
  const shares = `right ${figure(right)}, wrong ${figure(wrong)}`;
  print(`two stories within 30 minutes, ${caused} moves whose cause was reported: ${shares}`);
}

export function printStory(score: StoryScore): void {
  const { causes, baselines } = score;
  print(
    `${causes.caused} moves whose cause was reported, ${causes.causeless} without one; verdicts at the end`,
  );
  row("", "here", "goal", "", "nearest headline", "always unexplained");
  for (const { name, of, goal, isMost = false, baseline } of LINES) {
    const value = of(score);
    const isMet = isMost ? value <= goal : value >= goal;
    const others = [baselines.nearestHeadline, baselines.unexplained].map((other) =>
      baseline === undefined ? "-" : figure(baseline(other)),
    );
    row(name, figure(value), `${isMost ? "≤" : "≥"} ${goal}`, isMet ? "met" : "MISSED", ...others);
  }
}

function figure(value: number): string {
  return value.toFixed(3);
}
