/** Builds the app as the stack of the tests does, if its sources changed: a program, so that it can run beside the unit tests. */

import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "#scripts/dev/root.ts";
import { buildIfStale } from "#scripts/dev/stack/build.ts";

const logPath = join(tmpdir(), `build-${process.pid}.log`);
const { signal } = new AbortController();
try {
  await buildIfStale({ root, kind: "embedded", logPath, say: (line) => console.log(line), signal });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
