/** The benches that are kept: every `bench:` script of package.json, and the measurements that one of them runs only when named. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export type BenchScript = {
  name: string /** Arguments of Node for a smoke run. */;
  args: string[];
};

/** What a script measures only when it is asked for by these words. */
const ONLY_WHEN_NAMED: Record<string, readonly string[]> = {
  "bench:webhooks": ["pages"],
};

/** In the order of package.json. @throws Error when one is not a program of Node */
export function listBenches(root: string): BenchScript[] {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  return Object.entries(scripts).flatMap(([name, command]) => {
    if (!name.startsWith("bench:")) return [];
    const [program, ...args] = command.split(" ");
    if (program !== "node") throw new Error(`${name} is not a program of Node: ${command}`);
    const named = ONLY_WHEN_NAMED[name] ?? [];
    return [
      { name, args: [...args, "--smoke"] },
      ...named.map((word) => ({ name: `${name} ${word}`, args: [...args, word, "--smoke"] })),
    ];
  });
}
