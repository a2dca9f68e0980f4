/** Calls of custody with the app's key. */
import "server-only";
import type { Agent } from "node:http";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { jsonPost, keepAliveAgent } from "#lib/kernel/http/http-client.ts";
import { config } from "#lib/platform/config/config.ts";

const TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = 16_000;

let agent: Agent | undefined;

/** @throws TRANSFERS_NOT_AVAILABLE without deposit addresses; UpstreamError, with custody's code when it refuses */
export async function askCustody(path: string, body: object): Promise<unknown> {
  const vault = config().chain?.vault;
  if (vault?.deposits === undefined) throw new ServiceError("TRANSFERS_NOT_AVAILABLE");
  agent ??= keepAliveAgent(vault.custodyUrl);
  const headers = { authorization: `Bearer ${vault.deposits.accessKey.reveal()}` };
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES };
  const options = { agent, name: "custody", headers, ...limits };
  return (await jsonPost(`${vault.custodyUrl}${path}`, body, options)).value;
}
