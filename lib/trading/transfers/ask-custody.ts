/** Calls of custody with the app's key. */
import "server-only";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { jsonPost, keepAliveAgent } from "#lib/kernel/http/http-client.ts";
import { onceOfConfig } from "#lib/platform/config/config.ts";

const TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = 16_000;

const custody = onceOfConfig(({ chain }) => {
  const vault = chain?.vault;
  if (vault?.deposits === undefined) return undefined;
  const headers = { authorization: `Bearer ${vault.deposits.accessKey.reveal()}` };
  return { url: vault.custodyUrl, agent: keepAliveAgent(vault.custodyUrl), headers };
});

/** @throws TRANSFERS_NOT_AVAILABLE without deposit addresses; UpstreamError, with custody's code when it refuses */
export async function askCustody(path: string, body: object): Promise<unknown> {
  const asked = custody();
  if (asked === undefined) throw new ServiceError("TRANSFERS_NOT_AVAILABLE");
  const { url, agent, headers } = asked;
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES };
  return (await jsonPost(`${url}${path}`, body, { agent, name: "custody", headers, ...limits }))
    .value;
}
