/** The conformance suite's whole `authorization` command. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { type Outside, PROGRAMS } from "#e2e/outside/kit/outside.ts";
import { Program } from "#e2e/outside/kit/program.ts";
import { registerClient } from "#scripts/dev/clients/registered.ts";
import { reservePort } from "#scripts/dev/stack/ports.ts";
import { readVerdicts } from "./conformance-results.ts";

export const CONFORMANCE = fileURLToPath(
  new URL("@modelcontextprotocol/conformance/dist/index.js", PROGRAMS),
);

const SCENARIOS = ["authorization-server-metadata-endpoint", "authorization-code-grant"];

/**
 * Runs as a public client, the only kind that the suite can use here: where `none` is supported it sends no secret,
 * even when it has one.
 */
export async function runConformanceAuthorization(outside: Outside): Promise<string> {
  const { app, endpoint, folder, log } = outside;
  const { port, release } = await reservePort(0, "127.0.0.1", log);
  const redirect = `http://127.0.0.1:${port}/callback`;
  const id = await registerClient(app, "MCP conformance", redirect);
  const args = ["--url", app, "--client-id", id, "--resource", endpoint, "-p", String(port)];
  const program = new Program(
    process.execPath,
    [CONFORMANCE, "authorization", ...args, "--output-dir", folder],
    { cwd: folder, log },
  );
  const address = new URL(await program.says(/^(https?:\S+\/oauth\/authorize\?\S+)$/m));
  // The suite names no scope, which this service requires (RFC 6749, 3.3, allows that), so this run adds one.
  address.searchParams.set("scope", "read:market");
  await (await outside.person()).visit(address);
  await program.succeeds();
  release();
  const verdicts = readVerdicts(folder);
  assert.deepEqual(verdicts.map(({ scenario }) => scenario).toSorted(), SCENARIOS.toSorted());
  for (const { scenario, checks } of verdicts) {
    for (const { id: check, status } of checks)
      assert.equal(status, "SUCCESS", `${scenario} ${check}`);
  }
  return `${SCENARIOS.length} scenarios`;
}
