/** A copy of the app with one more route that does nothing, which measures the cost of Next alone. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The sources that are built, and the programs that run them. */
const PARTS = [
  ..."app components lib services scripts e2e public".split(" "),
  ..."server.ts proxy.tsx next.config.ts tailwind.config.ts postcss.config.mjs tsconfig.json".split(
    " ",
  ),
  ..."package.json package-lock.json".split(" "),
];
const EMPTY_ROUTE = `export function GET(): Response {
  return new Response(null, { status: 204 });
}
`;

export const EMPTY_PATH = "/api/empty";

/** The folder of the copy, and how to remove it. */
export function copyWithEmptyRoute(root: string): { copy: string; remove: () => void } {
  const copy = mkdtempSync(join(tmpdir(), "bench-keys-"));
  for (const part of PARTS) cpSync(join(root, part), join(copy, part), { recursive: true });
  const modules = [join(root, "node_modules"), join(copy, "node_modules")];
  try {
    // Hard links to the same files; a symbolic link to the folder would point outside the folder that Next takes
    // for the project.
    execFileSync("cp", ["-al", ...modules], { stdio: "ignore" });
  } catch {
    rmSync(join(copy, "node_modules"), { recursive: true, force: true });
    execFileSync("cp", ["-a", ...modules]);
  }
  const folder = join(copy, "app", EMPTY_PATH);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "route.ts"), EMPTY_ROUTE);
  return { copy, remove: () => rmSync(copy, { recursive: true, force: true }) };
}
