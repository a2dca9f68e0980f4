/**
 * Scripts of a first visit, gzipped, next to those of an almost empty page of the same build.
 *
 * `npm run bench:page`
 */
import { fileURLToPath } from "node:url";
import { measureScripts } from "#scripts/checks/page-scripts.ts";
import { startTestStack } from "#scripts/stack/test-stack.ts";

const EMPTY = "/no-such-page";
const PAGES = ["/trade/BTCUSDC"];

const print = (line: string) => process.stdout.write(`${line}\n`);
const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const stack = await startTestStack(root, print);
try {
  const empty = await measureScripts(`${stack.endpoints.app}${EMPTY}`);
  print(`${EMPTY.padEnd(20)} ${(empty.bytes / 1024).toFixed(1)} KB in ${empty.count} scripts`);
  for (const page of PAGES) {
    const { bytes, count } = await measureScripts(`${stack.endpoints.app}${page}`);
    const ratio = (bytes / empty.bytes).toFixed(2);
    print(
      `${page.padEnd(20)} ${(bytes / 1024).toFixed(1)} KB in ${count} scripts, ${ratio} × the empty page`,
    );
  }
} finally {
  await stack.stop();
}
