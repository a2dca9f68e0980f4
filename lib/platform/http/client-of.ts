import type { Client } from "#lib/platform/actor.ts";
import { redactSecrets } from "#lib/platform/redact-secrets.ts";

const AGENT_LENGTH = 200;

/**
 * Where a request came from. The Host has put the one true address in place of whatever the client claimed; the agent is the
 * client's own text, which is kept and shown: a key that was put there by mistake is taken out.
 */
export function clientOf(headers: Headers): Client {
  return {
    address: headers.get("x-forwarded-for") ?? "unknown",
    agent: redactSecrets(headers.get("user-agent") ?? "").slice(0, AGENT_LENGTH),
  };
}
