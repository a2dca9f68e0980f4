/** The measures of the code base: how folders depend on each other, how large things are, and how scattered. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commentsByDomain, type DomainComments, readComments } from "./comments.ts";
import { FEATURES } from "./features.ts";
import {
  arrowsWithinCircles,
  circles,
  floors,
  folderGraph,
  isTestFile,
  readSources,
  type SourceFile,
} from "./import-graph.ts";

const TOPS = ["app", "components", "lib", "services", "scripts", "clients/typescript/src"];
/** Where no folder may depend on itself through others. */
export const LAYERED = ["components", "lib", "services", "scripts", "e2e"] as const;
const SMALL_LINES = 40;
/** A cast on the body of a response: `answer.body as Order`, `(await response.json()) as Order`. */
const BODY_CAST =
  /^(?!\s*(?:\/?\*|\/\/)).*\b(?:body|json\(\)\)?)\s+as\s+(?!const\b|unknown\b|[a-z]+\/)/gm;
/** Scripts and examples for others may cast: they run beside the product. */
const PRODUCT = /^(?:app|components|lib|services)\//;

export type FolderMeasures = {
  folders: number;
  floors: number;
  arrows: number;
  /** Arrows between folders that reach each other. */
  arrowsUp: number;
  foldersInCircles: number;
};

export type DomainSize = { domain: string; files: number; lines: number };

export type HouseMeasures = {
  folders: Readonly<Record<(typeof LAYERED)[number], FolderMeasures>>;
  filesInCircles: number;
  rootEntries: number;
  componentFiles: number;
  componentFilesWithOneReader: number;
  smallComponentFilesWithOneReader: number;
  bodyCasts: number;
  longestFunction: number;
  domains: readonly DomainSize[];
  comments: readonly DomainComments[];
};

export function measureHouse(root: string): HouseMeasures {
  const files = readSources(root, TOPS);
  const sources = [...files.values()].filter(({ path }) => !isTestFile(path));
  const readers = readersOf(sources);
  const components = sources.filter(({ path }) => isComponent(path));
  const withOneReader = components.filter(({ path }) => readers.get(path)?.size === 1);
  return {
    folders: {
      components: measureFolders(files, "components"),
      lib: measureFolders(files, "lib"),
      services: measureFolders(files, "services"),
      scripts: measureFolders(files, "scripts"),
      e2e: measureFolders(readSources(root, ["e2e"]), "e2e"),
    },
    filesInCircles: circles(
      new Map([...files.values()].map(({ path, imports }) => [path, new Set(imports)])),
    ).flat().length,
    rootEntries: rootEntries(root),
    componentFiles: components.length,
    componentFilesWithOneReader: withOneReader.length,
    smallComponentFilesWithOneReader: withOneReader.filter((file) => isFragment(file, files))
      .length,
    bodyCasts: sources
      .filter(({ path }) => PRODUCT.test(path))
      .reduce((sum, { text }) => sum + [...text.matchAll(BODY_CAST)].length, 0),
    longestFunction: longestFunction(root),
    domains: domainSizes(sources),
    comments: commentsByDomain(readComments(root)),
  };
}

function measureFolders(files: ReadonlyMap<string, SourceFile>, top: string): FolderMeasures {
  const graph = folderGraph(files, top);
  return {
    folders: graph.size,
    floors: floors(graph),
    arrows: [...graph.values()].reduce((sum, targets) => sum + targets.size, 0),
    arrowsUp: arrowsWithinCircles(graph).length,
    foldersInCircles: circles(graph).flat().length,
  };
}

function isComponent(path: string): boolean {
  return path.startsWith("components/") && !path.includes("/messages/");
}

function readersOf(sources: readonly SourceFile[]): Map<string, Set<string>> {
  const readers = new Map<string, Set<string>>();
  for (const { path, imports } of sources) {
    for (const target of imports) readers.set(target, (readers.get(target) ?? new Set()).add(path));
  }
  return readers;
}

/** At most 40 lines, no test of its own, and its one reader is in the same folder. */
function isFragment({ path, lines }: SourceFile, files: ReadonlyMap<string, SourceFile>): boolean {
  const name = path.replace(/\.tsx?$/, "");
  const hasTest = ["", ".page", ".process", ".rounds", ".deep"].some((kind) =>
    files.has(`${name}${kind}.test.ts`),
  );
  const folder = path.slice(0, path.lastIndexOf("/"));
  const reader = [...files.values()].find(
    (other) => !isTestFile(other.path) && other.imports.includes(path),
  );
  const isNear = reader?.path.slice(0, reader.path.lastIndexOf("/")) === folder;
  return lines <= SMALL_LINES && !hasTest && isNear;
}

/** Files and folders that git tracks in the root. */
function rootEntries(root: string): number {
  const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" });
  return new Set(
    tracked
      .trim()
      .split("\n")
      .map((path) => path.split("/")[0]),
  ).size;
}

function domainSizes(sources: readonly SourceFile[]): DomainSize[] {
  const sizes = new Map<string, DomainSize>();
  for (const { path, lines } of sources) {
    if (path.includes("/messages/")) continue;
    const domain = path.split("/").slice(0, -1).slice(0, 2).join("/");
    const size = sizes.get(domain) ?? { domain, files: 0, lines: 0 };
    sizes.set(domain, { domain, files: size.files + 1, lines: size.lines + lines });
  }
  return [...sizes.values()].toSorted((one, other) => one.domain.localeCompare(other.domain));
}

/** Lines of code of the longest function, without blank lines and comments, as the linter counts them. */
function longestFunction(root: string): number {
  const folder = mkdtempSync(join(tmpdir(), "house-"));
  const config = join(folder, "lint.json");
  const limit = { max: 20, skipBlankLines: true, skipComments: true };
  const rules = { "max-lines-per-function": ["error", limit] };
  writeFileSync(config, JSON.stringify({ categories: { correctness: "off" }, rules }));
  const oxlint = join(root, "node_modules", ".bin", "oxlint");
  try {
    const report = lintReport(oxlint, ["--config", config, "--format=json", ...TOPS], root);
    const lengths = report.diagnostics
      .filter(({ filename }) => !isTestFile(filename))
      .map(({ message }) => Number(/\((\d+)\)/.exec(message)?.[1] ?? 0));
    return Math.max(0, ...lengths);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type LintReport = { diagnostics: { message: string; filename: string }[] };

/** oxlint exits with 1 when it reports anything. */
function lintReport(oxlint: string, args: readonly string[], cwd: string): LintReport {
  try {
    const options = { cwd, encoding: "utf8", maxBuffer: 100_000_000, stdio: "pipe" } as const;
    return JSON.parse(execFileSync(oxlint, args, options)) as LintReport;
  } catch (error) {
    const { stdout } = error as { stdout?: string };
    if (!stdout) throw error;
    return JSON.parse(stdout) as LintReport;
  }
}

/** Lines of a feature by kind. */
export type FeatureCost = { name: string; source: number; tests: number; messages: number };

export function featureCosts(root: string): FeatureCost[] {
  const files = readSources(root, [...TOPS, "e2e"]);
  return FEATURES.map(({ name, paths }) => {
    const own = [...files.values()].filter(({ path }) =>
      paths.some((one) => path === one || path.startsWith(`${one}/`)),
    );
    const linesOf = (kind: string): number =>
      own.reduce((sum, { path, lines }) => sum + (kindOf(path) === kind ? lines : 0), 0);
    return {
      name,
      source: linesOf("source"),
      tests: linesOf("tests"),
      messages: linesOf("messages"),
    };
  });
}

function kindOf(path: string): "source" | "tests" | "messages" {
  if (path.includes("/messages/")) return "messages";
  return isTestFile(path) ? "tests" : "source";
}
