/** Every text that documents and pages show for pasting, on the Nodes that they name. */
import { execFileSync } from "node:child_process";
import { type Outside, type OutsideClient, SkippedClient } from "#e2e/outside/kit/outside.ts";
import {
  markdownDocuments,
  pageDocuments,
  type SnippetDocument,
} from "#e2e/outside/snippets/documents.ts";
import { type NodeVersion, readDocument } from "#e2e/outside/snippets/reader.ts";

const NODES = ["20", "24"];
const USES_NODE = /\bnode\b/;
const USES_PYTHON = /\bpython3\b/;
/** The names of documents do not depend on addresses. */
const NOWHERE = "http://localhost";
const ANY = { baseUrl: NOWHERE, venueUrl: NOWHERE, sandboxUrl: NOWHERE };

export function snippetClients(): OutsideClient[] {
  const names = [...markdownDocuments(), ...pageDocuments(ANY)]
    .filter(({ blocks }) => blocks.some(({ language }) => language !== "text"))
    .map((document) => ({ name: document.name, usesNode: usesNode(document) }));
  return names.flatMap(({ name, usesNode: both }) =>
    NODES.slice(both ? 0 : 1).map((major) => ({
      name: `snippets: ${name}${both ? `, Node ${major}` : ""}`,
      run: (outside) => runDocument(outside, name, major),
    })),
  );
}

function usesNode({ blocks }: SnippetDocument): boolean {
  return blocks.some(({ language, text }) => language === "ts" || USES_NODE.test(text));
}

async function runDocument(outside: Outside, name: string, major: string): Promise<string> {
  const { app: baseUrl, venue: venueUrl, sandbox: sandboxUrl } = outside;
  const all = [...markdownDocuments(), ...pageDocuments({ baseUrl, venueUrl, sandboxUrl })];
  const document = all.find((one) => one.name === name);
  if (document === undefined) throw new Error(`There is no ${name}`);
  const usesPython = document.blocks.some(
    ({ language, text }) => language === "python" || USES_PYTHON.test(text),
  );
  if (usesPython && versionOf("python3") === undefined) throw new SkippedClient("no python3");
  return readDocument(outside, document, nodeOf(major));
}

/** @throws SkippedClient when this machine has no such Node */
function nodeOf(major: string): NodeVersion {
  const folders = (process.env["PATH"] ?? "").split(":").map((folder) => `${folder}/node`);
  const candidates = [process.execPath, ...folders, "/usr/bin/node", "/usr/local/bin/node"];
  const path = candidates.find((one) => versionOf(one)?.startsWith(`v${major}.`));
  if (path === undefined) throw new SkippedClient(`no Node ${major}`);
  return { path, runsTypes: Number(major) >= 24 };
}

function versionOf(program: string): string | undefined {
  try {
    return execFileSync(program, ["--version"], { encoding: "utf8", stdio: "pipe" }).trim();
  } catch {
    return undefined;
  }
}
