/**
 * Figures beside the goals that the design sets for them. The report shows whether a goal is met; no run
 * fails because of it.
 */
import { print } from "#scripts/bench/shared/report.ts";

export type Goal = { most: number } | { least: number } | undefined;

/** One line: what was measured, the figure, its goal, and whether it is met. */
export function result(name: string, value: number, unit: string, goal?: Goal): void {
  print(`${name.padEnd(58)}${figure(value, unit).padStart(14)}   ${verdict(value, unit, goal)}`);
}

function verdict(value: number, unit: string, goal: Goal): string {
  if (goal === undefined) return "";
  if ("most" in goal) {
    return `${value <= goal.most ? "met " : "MISSED"} ≤ ${figure(goal.most, unit)}`;
  }
  return `${value >= goal.least ? "met " : "MISSED"} ≥ ${figure(goal.least, unit)}`;
}

function figure(value: number, unit: string): string {
  const decimals = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : value < 1 ? 3 : 1;
  return `${value.toFixed(decimals)} ${unit}`;
}
