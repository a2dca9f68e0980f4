/** curl, with the commands that the documentation and the page show, with an MCP key and with a token. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  callToolCurl,
  endpointOf,
  KEY_VARIABLE,
  listToolsCurl,
} from "#components/machines/parts/snippets.ts";
import { expectPriceAnswer, expectTools, PRICE_OF } from "#e2e/outside/kit/expectations.ts";
import type { Outside } from "#e2e/outside/kit/outside.ts";
import { Program } from "#e2e/outside/kit/program.ts";
import { accessToken, mcpKey } from "#scripts/dev/clients/registered.ts";

const DOCUMENT = fileURLToPath(new URL("../../../docs/api/mcp.md", import.meta.url));

export async function runCurl(outside: Outside): Promise<string> {
  const { app, folder, log } = outside;
  const documented = documentedCommands().map((text) => text.replaceAll("{base_url}", app));
  const lists = [one(documented, "tools/list"), listToolsCurl(endpointOf(app))];
  const calls = [one(documented, PRICE_OF.name), callToolCurl(endpointOf(app))];
  let count = 0;
  for (const credential of [await mcpKey(outside), await accessToken(outside, "read:market")]) {
    const env = { [KEY_VARIABLE]: credential };
    const run = async (command: string): Promise<unknown> =>
      JSON.parse(await new Program("sh", ["-c", command], { cwd: folder, env, log }).succeeds());
    for (const list of lists) count = expectTools(await run(list));
    for (const call of calls) expectPriceAnswer(await run(call));
  }
  return `${count} tools, with a key and with a token`;
}

function one(commands: readonly string[], part: string): string {
  const found = commands.find((command) => command.includes(part));
  if (found === undefined) throw new Error(`${DOCUMENT} shows no curl command with ${part}`);
  return found;
}

/** Each curl command of the document, as pasted. */
function documentedCommands(): string[] {
  const blocks = readFileSync(DOCUMENT, "utf8").matchAll(/^```\w*\n(.*?)^```/gms);
  return [...blocks].flatMap(([, block = ""]) => block.split(/^(?=curl )/m));
}
