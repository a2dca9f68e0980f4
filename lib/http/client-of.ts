import type { Client } from "#lib/actor.ts";

const AGENT_LENGTH = 200;

/** Where a request came from. The Host has put the one true address in place of whatever the client claimed. */
export function clientOf(headers: Headers): Client {
  return {
    address: headers.get("x-forwarded-for") ?? "unknown",
    agent: (headers.get("user-agent") ?? "").slice(0, AGENT_LENGTH),
  };
}
