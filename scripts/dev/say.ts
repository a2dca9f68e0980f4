/** Lines for the person at the terminal. */

/** Receives one line of progress. */
export type Say = (line: string) => void;

export function secondsSince(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`;
}

/** Runs `work` and prints every few seconds that it is still running. */
export async function withTicker<T>(say: Say, label: string, work: Promise<T>): Promise<T> {
  const started = performance.now();
  const ticker = setInterval(() => say(`  still ${label}, ${secondsSince(started)}`), 5000);
  try {
    return await work;
  } finally {
    clearInterval(ticker);
  }
}
