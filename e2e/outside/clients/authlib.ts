/** Debian's Authlib: a client in another language, with its own HTTP stack. */
import { fileURLToPath } from "node:url";
import { expectTools } from "#e2e/outside/kit/expectations.ts";
import { type Outside, SkippedClient } from "#e2e/outside/kit/outside.ts";
import { Program } from "#e2e/outside/kit/program.ts";
import { PYTHONS } from "#scripts/dev/clients/pythons.ts";
import { registerClient } from "#scripts/dev/clients/registered.ts";

const SCRIPT = fileURLToPath(new URL("./authlib_client.py", import.meta.url));

export async function runAuthlib({ app, endpoint, folder, person, log }: Outside): Promise<string> {
  const python = await findPython(folder, log);
  const redirect = "http://127.0.0.1:7780/callback";
  const id = await registerClient(app, "Authlib", redirect);
  const settings = { issuer: app, endpoint, client_id: id, redirect_uri: redirect };
  const args = [SCRIPT, JSON.stringify(settings)];
  const program = new Program(python, args, { cwd: folder, log });
  const address = await program.says(/^authorize: (\S+)$/m);
  const back = await (await person()).authorize(address);
  program.write(`${back.href}\n`);
  const answers = (await program.succeeds()).matchAll(/^tools: (.+)$/gm);
  const counts = [...answers].map(([, answer = ""]) => expectTools(JSON.parse(answer)));
  if (counts.length !== 2) throw new Error(`It listed the tools ${counts.length} times`);
  return `${counts[0]} tools, refreshed, revoked`;
}

/** @throws SkippedClient where it is not installed and not required */
async function findPython(folder: string, log: (text: string) => void): Promise<string> {
  for (const python of PYTHONS) {
    const probe = new Program(python, ["-c", "import authlib, requests"], { cwd: folder, log });
    if ((await probe.exitCode()) === 0) return python;
  }
  const reason = "python3-authlib and python3-requests are not installed";
  if (process.env.REQUIRE_AUTHLIB) throw new Error(reason);
  throw new SkippedClient(reason);
}
