/** The demo partner's past, and the addresses of its referred traders of today. */
import type { Clock } from "#lib/kernel/time/clock.ts";
import { jsonSite } from "#services/sandbox/site/json-site.ts";
import type { Site } from "#services/sandbox/site/site.ts";
import { referredAccounts } from "#services/sandbox/traders/crew.ts";
import { partnerHistory } from "./history.ts";

export function partnerSite(seed: string, clock: Clock): Site {
  return jsonSite({
    "/partner-history": {
      GET: () => ({ ...partnerHistory(seed, clock.now()), present: referredAccounts(seed) }),
    },
  });
}
