import { redactSecrets } from "#lib/kernel/log/redact-secrets.ts";
import type { Client } from "#lib/platform/actor.ts";

const AGENT_LENGTH = 200;

/**
 * Where a request came from. The Host has replaced any claimed address by the verified one. The agent is the client's own
 * text, which is stored and shown, so a key that was put there by mistake is redacted.
 */
export function clientOf(headers: Headers): Client {
  return {
    address: headers.get("x-forwarded-for") ?? "unknown",
    agent: redactSecrets(headers.get("user-agent") ?? "").slice(0, AGENT_LENGTH),
  };
}
