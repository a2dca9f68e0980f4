/** Provides the stack of all journeys: the one that `npm test` started, or a new one. */

import { readEndpoints } from "#scripts/dev/data-dir.ts";
import { root } from "#scripts/dev/root.ts";
import { startTestStack } from "#scripts/dev/stack/test-stack.ts";
import { provideStack } from "./endpoints.ts";

/** @returns the teardown, which stops a stack that was started here */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const given = process.env.STACK_DATA_DIR;
  if (given) {
    const endpoints = readEndpoints(given);
    if (!endpoints) throw new Error(`Nothing runs on ${given} (STACK_DATA_DIR).`);
    provideStack({ endpoints, dataDir: given });
    return async () => undefined;
  }
  const stack = await startTestStack(root, (line) => console.log(line));
  const { endpoints, dataDir } = stack;
  provideStack({ endpoints, dataDir });
  return stack.stop;
}
