/** A copy of the app with one more route that does nothing, which measures the cost of Next alone. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

const EMPTY_ROUTE = `export function GET(): Response {
  return new Response(null, { status: 204 });
}
`;

export const EMPTY_PATH = "/api/empty";

/** The folder of the copy, and how to remove it. */
export function copyWithEmptyRoute(root: string): { copy: string; remove: () => void } {
  const copy = mkdtempSync(join(tmpdir(), "bench-app-"));
  const remove = () => rmSync(copy, { recursive: true, force: true });
  try {
    // A bench may import any source, so everything comes along except what is made from the sources.
    cpSync(root, copy, {
      recursive: true,
      filter: (path) => path === root || isSource(root, path),
    });
    linkModules(join(root, "node_modules"), join(copy, "node_modules"));
    const folder = join(copy, "app", EMPTY_PATH);
    mkdirSync(folder, { recursive: true });
    // Next answers a handler of this ending, whatever answers the others.
    writeFileSync(join(folder, "route.tsx"), EMPTY_ROUTE);
  } catch (error) {
    remove();
    throw error;
  }
  return { copy, remove };
}

/** Not packages, and none of the hidden folders of builds, data and Git. */
function isSource(root: string, path: string): boolean {
  const name = basename(path);
  return name !== "node_modules" && !(name.startsWith(".") && dirname(path) === root);
}

/**
 * Hard links to the same files; a symbolic link to the folder would point outside the folder that Next takes for the
 * project.
 */
function linkModules(from: string, to: string): void {
  try {
    execFileSync("cp", ["-al", from, to], { stdio: "ignore" });
  } catch {
    rmSync(to, { recursive: true, force: true });
    execFileSync("cp", ["-a", from, to]);
  }
}
