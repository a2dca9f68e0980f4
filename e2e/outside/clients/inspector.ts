/**
 * The MCP Inspector's command line as the page shows it, from a fresh start: it registers, asks a person for consent,
 * and lists the tools.
 */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  inspectorCommand,
  inspectorKeyCommand,
  KEY_VARIABLE,
} from "#components/machines/parts/snippets.ts";
import { expectPriceAnswer, expectTools, PRICE_OF } from "#e2e/outside/kit/expectations.ts";
import { type Outside, PROGRAMS } from "#e2e/outside/kit/outside.ts";
import { Program } from "#e2e/outside/kit/program.ts";
import { mcpKey } from "#scripts/dev/clients/registered.ts";
import { reservePort } from "#scripts/dev/stack/ports.ts";

const INSPECTOR = fileURLToPath(
  new URL("@modelcontextprotocol/inspector/clients/launcher/build/index.js", PROGRAMS),
);

export async function runInspector(outside: Outside): Promise<string> {
  const { endpoint, folder, person, log } = outside;
  const { port, release } = await reservePort(0, "127.0.0.1", log);
  const env = {
    ...environment(folder),
    MCP_OAUTH_CALLBACK_URL: `http://127.0.0.1:${port}/oauth/callback`,
    [KEY_VARIABLE]: await mcpKey(outside),
  };
  const paste = (command: string): Program =>
    new Program("sh", ["-c", `${NPX}\n${command}`], { cwd: folder, env, log });

  const first = paste(inspectorCommand(endpoint));
  const address = await first.says(/navigate to: (\S+)/);
  await (await person()).visit(address);
  const count = expectTools({ result: JSON.parse(await first.succeeds()) });
  release();
  expectTools({ result: JSON.parse(await paste(inspectorKeyCommand(endpoint)).succeeds()) });

  // Uses its stored credentials and cannot ask again.
  const call = `--method tools/call --tool-name ${PRICE_OF.name}`;
  const args = `--tool-args-json '${JSON.stringify(PRICE_OF.arguments)}'`;
  const stored = `npx -y inspector --cli ${endpoint} --transport http --stored-auth-only`;
  for (const era of ["legacy", "modern"]) {
    const again = paste(`${stored} --protocol-era ${era} ${call} ${args} --format json`);
    expectPriceAnswer(JSON.parse(await again.succeeds()));
  }
  return `${count} tools, as pasted from the page, with a key too`;
}

/** Runs the installed version where a command says `npx -y` and its name. */
const NPX = `npx() { shift 2; '${process.execPath}' '${INSPECTOR}' "$@"; }`;

/** A home folder of its own, and a browser that does nothing: the journey reads the printed address and opens it. */
function environment(folder: string): Record<string, string> {
  const bin = join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  for (const opener of ["xdg-open", "open"]) {
    writeFileSync(join(bin, opener), "#!/bin/sh\n");
    chmodSync(join(bin, opener), 0o755);
  }
  return {
    HOME: folder,
    USERPROFILE: folder,
    PATH: `${bin}${delimiter}${process.env.PATH ?? ""}`,
    BROWSER: "true",
    // Otherwise it requires a terminal before it asks for consent.
    MCP_AUTO_OPEN_ENABLED: "true",
    MCP_INSPECTOR_SECRET_STORE: "file",
  };
}
