/** A figure beside its goal. */
import { row } from "#scripts/bench/shared/report.ts";

type Goal = { most: number } | { least: number };

/** Prints the figures, the goal of the last one, and whether it is met. */
export function against(goal: Goal, name: string, figure: number, ...others: string[]): void {
  const isMet = "most" in goal ? figure <= goal.most : figure >= goal.least;
  const wanted = "most" in goal ? `≤ ${goal.most}` : `≥ ${goal.least}`;
  row(name, ...others, figure.toFixed(2), `${wanted} ${isMet ? "met" : "MISSED"}`);
}
