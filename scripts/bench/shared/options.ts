/**
 * What the command line of every bench may say: `--smoke` for a run of seconds that shows only that the bench works,
 * and figures in place of its usual ones.
 */
const args = process.argv.slice(2);
const figures = args.filter((word) => /^\d+(\.\d+)?$/.test(word)).map(Number);

export const isSmoke = args.includes("--smoke");

/** How much of something a bench does. */
export function amount(usual: number, ofSmoke: number): number {
  return isSmoke ? ofSmoke : usual;
}

/** The figure with this index of the command line, counted from 0; without one, the usual amount. */
export function figure(index: number, usual: number, ofSmoke: number): number {
  return figures[index] ?? amount(usual, ofSmoke);
}
