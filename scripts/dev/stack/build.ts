/** Builds the app when its sources changed since the last build. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { acquireFileLock, type FileLock, FolderInUseError } from "#lib/kernel/file-lock.ts";
import { type Say, secondsSince, withTicker } from "#scripts/dev/say.ts";
import { STOP_WITH_PARENT } from "./child.ts";

const FOLDERS = ["app", "components", "lib"];
const FILES = [
  "next.config.ts",
  "tailwind.config.ts",
  "postcss.config.mjs",
  "proxy.tsx",
  "instrumentation.ts",
  "package-lock.json",
];
const SHOWN_LINES = 60;
const LOCK_POLL_MS = 300;

/** The purpose of the build: only an embedded build has the demo wallet. */
export type BuildKind = "embedded" | "production";

/** The variables that Next compiles into the build. */
export function buildVariables(kind: BuildKind): Record<string, string> {
  return {
    NEXT_TELEMETRY_DISABLED: "1",
    NEXT_PUBLIC_DEMO_WALLET: kind === "embedded" ? "1" : "",
  };
}

/** The inputs of a build as one hash: its kind, sources, configuration, locked dependencies, Node. */
export function sourceHash(root: string, kind: BuildKind): string {
  const hash = createHash("sha256").update(`${process.version} ${kind}`);
  const paths = [...FOLDERS.flatMap((folder) => sourceFiles(root, folder)), ...FILES].sort();
  for (const path of paths) {
    const file = join(root, path);
    if (existsSync(file)) hash.update(`\0${path}\0`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

function sourceFiles(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

export function isBuilt(root: string, kind: BuildKind): boolean {
  const stamp = stampPath(root);
  const built = existsSync(join(root, ".next", "BUILD_ID")) && existsSync(stamp);
  return built && readFileSync(stamp, "utf8") === sourceHash(root, kind);
}

function stampPath(root: string): string {
  return join(root, ".next", "source-hash");
}

/** Builds if stale; one build at a time. @throws Error with the end of the build's output. */
export async function buildIfStale(options: {
  root: string;
  kind: BuildKind;
  logPath: string;
  say: Say;
  signal: AbortSignal;
}): Promise<void> {
  const { root, kind, say } = options;
  if (isBuilt(root, kind)) return;
  const lock = await lockBuild(root, say);
  try {
    if (isBuilt(root, kind)) return;
    const started = performance.now();
    say("building the app (only when its sources changed; about half a minute)");
    const hash = sourceHash(root, kind);
    await withTicker(say, "building", runBuild(root, options));
    writeFileSync(stampPath(root), hash);
    say(`built in ${secondsSince(started)}`);
  } finally {
    lock.release();
  }
}

async function runBuild(
  root: string,
  { kind, logPath, signal }: { kind: BuildKind; logPath: string; signal: AbortSignal },
): Promise<void> {
  mkdirSync(dirname(logPath), { recursive: true });
  // TypeScript's incremental record outlives the generated route types and then reports errors that do not exist.
  rmSync(join(root, ".next", "cache", ".tsbuildinfo"), { force: true });
  const log = openSync(logPath, "w");
  const next = join("node_modules", "next", "dist", "bin", "next");
  const child = spawn(process.execPath, [...STOP_WITH_PARENT.args, next, "build"], {
    cwd: root,
    env: {
      ...process.env,
      ...STOP_WITH_PARENT.env,
      NODE_ENV: "production",
      ...buildVariables(kind),
    },
    stdio: ["ignore", log, log, "ipc"],
  });
  closeSync(log);
  const stopChild = (): void => void child.kill("SIGTERM");
  signal.addEventListener("abort", stopChild);
  const code = await new Promise<number | null>((resolve) => {
    child.on("error", () => resolve(127));
    child.on("exit", resolve);
  });
  signal.removeEventListener("abort", stopChild);
  signal.throwIfAborted();
  if (code === 0 && existsSync(join(root, ".next", "BUILD_ID"))) return;
  const lines = readFileSync(logPath, "utf8").trimEnd().split("\n").slice(-SHOWN_LINES);
  throw new Error(`The app could not be built (${logPath}):\n${lines.join("\n")}`);
}

async function lockBuild(root: string, say: Say): Promise<FileLock> {
  for (let waited = 0; ; waited += 1) {
    try {
      return acquireFileLock(join(root, ".cache", "build.lock"));
    } catch (error) {
      if (!(error instanceof FolderInUseError)) throw error;
      if (waited === 0) say("another command is building the app; waiting");
      await sleep(LOCK_POLL_MS);
    }
  }
}
