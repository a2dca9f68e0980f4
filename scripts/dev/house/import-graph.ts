/** Which file imports which, and which folder depends on which, read from the import statements of the sources. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

export type SourceFile = { path: string; text: string; lines: number; imports: readonly string[] };

/** An import, a re-export, a lazy import, or the file of a worker. */
const SPECIFIER =
  /(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*"((?:#|\.\.?\/)[^"]+\.(?:tsx?|mjs))"/g;

/** Tests, code that only tests use, and generated files do not count as source. */
export function isTestFile(path: string): boolean {
  return /\.(test|e2e)\.tsx?$|\.testing\.ts$|(^|\/)testing\/|^e2e\/|^tests\//.test(path);
}

/** Packages of the clients of others, and folders in which the test of the linter plants files for a moment. */
const NOT_OURS = ["/node_modules/", "/planted-for-lint/"];

/** The TypeScript files below `tops`, by path from the root with forward slashes. */
export function readSources(root: string, tops: readonly string[]): Map<string, SourceFile> {
  const paths = tops.flatMap((top) => globSync(`${top}/**/*.{ts,tsx}`, { cwd: root }));
  const known = new Set(
    paths
      .map((path) => path.replaceAll("\\", "/"))
      .filter((path) => !NOT_OURS.some((folder) => path.includes(folder))),
  );
  return new Map(
    [...known].toSorted().map((path) => {
      const text = readFileSync(join(root, path), "utf8");
      const imports = new Set(
        [...text.matchAll(SPECIFIER)]
          .map(([, specifier = ""]) => resolveSpecifier(path, specifier))
          .filter((target) => known.has(target) && target !== path),
      );
      return [path, { path, text, lines: text.split("\n").length - 1, imports: [...imports] }];
    }),
  );
}

function resolveSpecifier(from: string, specifier: string): string {
  if (specifier.startsWith("#")) return specifier.slice(1);
  return posix.normalize(posix.join(posix.dirname(from), specifier));
}

export type FolderGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** All of `e2e` is for tests: there only the tests themselves do not count. */
const isOutsideGraph = (path: string, top: string): boolean =>
  top === "e2e" ? /\.(test|e2e)\.tsx?$/.test(path) : isTestFile(path);

/** The folders below `top` that hold source files, each with the folders that its own files import. Tests do not count. */
export function folderGraph(files: ReadonlyMap<string, SourceFile>, top: string): FolderGraph {
  const graph = new Map<string, Set<string>>();
  const folderOf = (path: string): string => dirname(path).replaceAll("\\", "/");
  const within = [...files.values()].filter(
    ({ path }) => path.startsWith(`${top}/`) && !isOutsideGraph(path, top),
  );
  for (const { path, imports } of within) {
    const folder = folderOf(path);
    const targets = graph.get(folder) ?? new Set();
    graph.set(folder, targets);
    for (const target of imports) {
      const other = folderOf(target);
      if (other !== folder && target.startsWith(`${top}/`)) targets.add(other);
    }
  }
  return graph;
}

/** The groups of two or more nodes that reach each other (Tarjan, 1972). */
export function circles(graph: FolderGraph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const found: string[][] = [];
  const visit = (node: string): void => {
    order.set(node, order.size);
    lowest.set(node, order.get(node) ?? 0);
    stack.push(node);
    onStack.add(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (onStack.has(next)) {
        lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(next) ?? 0));
      }
    }
    if (lowest.get(node) !== order.get(node)) return;
    const circle = stack.splice(stack.indexOf(node));
    for (const member of circle) onStack.delete(member);
    if (circle.length > 1) found.push(circle.toSorted());
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}

/** The arrows between two members of one circle: each is a dependency upwards for one of them. */
export function arrowsWithinCircles(graph: FolderGraph): [from: string, to: string][] {
  return circles(graph).flatMap((circle) =>
    circle.flatMap((from) =>
      [...(graph.get(from) ?? [])]
        .filter((to) => circle.includes(to))
        .map((to): [string, string] => [from, to]),
    ),
  );
}

/** The number of folders on the longest chain of dependencies, in a graph without circles. */
export function floors(graph: FolderGraph): number {
  const known = new Map<string, number>();
  const floorOf = (node: string): number => {
    const cached = known.get(node);
    if (cached !== undefined) return cached;
    known.set(node, 1);
    const floor = 1 + Math.max(0, ...[...(graph.get(node) ?? [])].map(floorOf));
    known.set(node, floor);
    return floor;
  };
  return Math.max(0, ...[...graph.keys()].map(floorOf));
}
