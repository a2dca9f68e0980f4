/**
 * A reader who pastes a document from top to bottom into one shell, in a clone, and sees what comes of it. A refusal of curl ends the shell, and
 * so does every other command that fails; the message names document and line.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Outside } from "#e2e/outside/kit/outside.ts";
import { Program } from "#e2e/outside/kit/program.ts";
import { Person } from "#scripts/dev/clients/person.ts";
import { reservePort } from "#scripts/dev/stack/ports.ts";
import { type Block, skipReason } from "./blocks.ts";
import { ROOT, type SnippetDocument } from "./documents.ts";

/** What documents run. */
const PROGRAM_FOLDERS = [
  "docs/api/javascript",
  "docs/api/vectors",
  "clients/typescript",
  "clients/typescript/src",
  "clients/python",
  "clients/python/svc_client",
];

/** Ports that the documents name, on which the reader's own programs listen. */
const READERS_PORTS = ["8976", "8977"];

/** A document has up to twenty blocks, and some wait for a chain. */
const PATIENCE_MS = 300_000;

/** `runsTypes`: it runs TypeScript as it is. */
export type NodeVersion = { path: string; runsTypes: boolean };

/** @throws Error that names the first block that fails, or what its document does not show */
export async function readDocument(
  outside: Outside,
  document: SnippetDocument,
  node: NodeVersion,
): Promise<string> {
  const { folder, log } = outside;
  const here = await originsOf(outside);
  prepare(folder, { node, here });
  const run = document.blocks.filter((block) => skipReason(block) === undefined);
  const runnable = run.filter(({ language }) => language !== "json" && language !== "text");
  for (const { location, text } of run.filter(({ language }) => language === "json"))
    await tryFile(outside, location, here(text));
  if (runnable.length === 0) return "";
  const blocks = runnable.map((block) => ({ ...block, text: here(block.text) }));
  const script = join(folder, "paste.bash");
  writeFileSync(script, scriptOf({ blocks, folder, node, prelude: preludeOf(outside, document) }));
  const env = {
    PATH: `${join(folder, "bin")}:${withoutOwnBin(process.env["PATH"] ?? "")}`,
    CURL_HOME: folder,
    PYTHONDONTWRITEBYTECODE: "1",
  };
  const options = { cwd: folder, env, log, patienceMs: PATIENCE_MS };
  const shell = new Program("bash", ["--noprofile", "--norc", script], options);
  const text = blocks.map((block) => block.text).join("");
  if (text.includes("/oauth/authorize?")) await consent(outside, shell);
  const code = await shell.exitCode();
  if (code !== 0) {
    const [failed] = /^FAILED .*$/m.exec(shell.stderr) ?? [`It ended with ${code}`];
    throw new Error(failed.replace("FAILED ", ""));
  }
  const missing = document.expected.find((pattern) => !pattern.test(shell.stdout));
  if (missing !== undefined) throw new Error(`${document.name}: its output shows no ${missing}`);
  return `${blocks.length} blocks`;
}

/** Opens the printed address as the demo wallet's owner, once the step behind it listens. */
async function consent({ app, folder, log }: Outside, shell: Program): Promise<void> {
  const address = await shell.says(/^Open: (\S+)$/m);
  await shell.says(/(Waiting at )/);
  const { seed } = JSON.parse(readFileSync(join(folder, "demo-wallet.json"), "utf8")) as {
    seed: string;
  };
  const person = await Person.signedIn(app, log, seed);
  await person.visit(address, { tick: ["trade:execute"] });
}

/** A file of a program is JSON, and its address answers. */
async function tryFile({ app }: Outside, location: string, text: string): Promise<void> {
  const read = (): unknown => {
    try {
      return JSON.parse(text);
    } catch (cause) {
      throw new Error(`${location}: it is not JSON`, { cause });
    }
  };
  const [, url] = /"url":"([^"]+)"/.exec(JSON.stringify(read())) ?? [];
  if (url === undefined) return;
  const { status, headers } = await fetch(url, { method: "POST" });
  const challenge = headers.get("www-authenticate") ?? "";
  if (!url.startsWith(app) || status !== 401 || !challenge.includes("resource_metadata="))
    throw new Error(`${location}: ${url} answers ${status}, and does not ask to sign in`);
}

/** Replaces the addresses of `npm start` and the ports of the reader's programs by those of this run. */
async function originsOf({ app, venue, sandbox, log }: Outside) {
  const pairs: [string, string][] = [
    ["{base_url}", app],
    ["{venue_url}", venue],
    ["{sandbox_url}", sandbox],
    ["http://localhost:3000", app],
    ["http://localhost:4000", venue],
    ["http://127.0.0.1:4000", venue],
    ["http://127.0.0.1:4100", sandbox],
  ];
  for (const wanted of READERS_PORTS) {
    const { port } = await reservePort(0, "127.0.0.1", log);
    pairs.push([wanted, String(port)]);
  }
  const replaced = new Map(pairs);
  // In one pass: a port of this run may contain the digits of another one.
  const any = new RegExp(pairs.map(([from]) => RegExp.escape(from)).join("|"), "g");
  return (text: string) => text.replaceAll(any, (found) => replaced.get(found) ?? found);
}

type Prepared = { node: NodeVersion; here: (text: string) => string };

/** A folder like a clone after `npm ci`, in which `node` is that of the reader, and curl fails on a refusal. */
function prepare(folder: string, { node, here }: Prepared): void {
  mkdirSync(join(folder, "bin"));
  symlinkSync(node.path, join(folder, "bin", "node"));
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  cpSync(join(ROOT, "package.json"), join(folder, "package.json"));
  writeFileSync(join(folder, ".curlrc"), "silent\nshow-error\nfail-with-body\n");
  for (const kind of PROGRAM_FOLDERS) {
    const to = join(folder, kind);
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(join(ROOT, kind)).filter((one) => /\.\w+$/.test(one)))
      writeFileSync(join(to, name), here(readFileSync(join(ROOT, kind, name), "utf8")));
  }
}

function preludeOf({ app, venue }: Outside, { needsWallet }: SnippetDocument): string {
  return needsWallet ? `eval "$(node docs/api/javascript/demo-wallet.mjs ${app} ${venue})"\n` : "";
}

/** `npm test` has this repository's own Node first on the path. */
function withoutOwnBin(path: string): string {
  return path
    .split(":")
    .filter((one) => !one.includes("node_modules"))
    .join(":");
}

type Script = { blocks: readonly Block[]; folder: string; node: NodeVersion; prelude: string };

function scriptOf({ blocks, folder, node, prelude }: Script): string {
  const pasted = blocks.map(({ location, language, text }, index) => {
    const ending = { sh: "sh", ts: node.runsTypes ? "mts" : "mjs", python: "py" }[language as "sh"];
    const file = join(folder, `block-${index}.${ending}`);
    writeFileSync(file, text);
    const program = { sh: ".", ts: "node", python: "python3" }[language as "sh"];
    return `PLACE='${location}'\n${program} '${file}'\necho\n`;
  });
  return `set -eE
trap 'echo "FAILED $PLACE, line $LINENO of the block: $BASH_COMMAND" >&2' ERR
PLACE='the demo wallet'
${prelude}${pasted.join("")}`;
}
