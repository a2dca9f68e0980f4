/** PUT {allowlist?, tier?, reason, useCase?} → {key}: applies from the key's next request on. */

import { ChangedKey, KeyParams } from "#lib/machines/operator/key-record.ts";
import { LimitsBody, setKeyLimits } from "#lib/machines/operator/set-limits.ts";
import { route } from "#lib/server/route.ts";

export const PUT = route(
  {
    credential: "operator",
    summary: "Sets the address list or the tier of a key, from its next request on",
    params: KeyParams,
    body: LimitsBody,
    response: ChangedKey,
  },
  setKeyLimits,
);
