/** What a withdrawal costs at the venue: public, and never cached, because it is signed. */
import "server-only";
import type { Client } from "#lib/platform/actor.ts";
import type { Quota } from "#lib/platform/http/quota.ts";
import { takeQuotas } from "#lib/platform/http/take-quotas.ts";
import { askVenue, verbatim } from "#lib/trading/venue-access/ask-venue.ts";

/** @throws RATE_LIMITED, VENUE_TIMEOUT, VENUE_UNREACHABLE */
export async function withdrawalTerms({
  client,
  quotas,
}: {
  client: Client;
  quotas: Quota[];
}): Promise<Response> {
  await takeQuotas(quotas, ["chain_reads", client.address]);
  const question = { method: "GET", path: "/v1/withdrawals/terms", headers: {} } as const;
  const answer = verbatim(await askVenue(question));
  answer.headers.set("cache-control", "no-store");
  return answer;
}
