/** The type of one measurement of the trading page. */
import type { TestStack } from "#scripts/dev/stack/test-stack.ts";

export type BenchOptions = {
  stack: TestStack;
  root: string;
  /** A short version of everything, to see that it runs. */
  isSmoke: boolean;
  minutes: number;
};

export type Bench = (options: BenchOptions) => Promise<void>;
