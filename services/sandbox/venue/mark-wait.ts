/** Waits until the venue shows a mark: between the sandbox and the venue the oracle process carries it. */
import { setTimeout as sleep } from "node:timers/promises";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { Decimal } from "#lib/protocol/decimal.ts";
import { requestVenue } from "./http.ts";

const PATIENCE_MS = 3_000;
const POLL_MS = 25;

type Stats = { results: { mark_price: Decimal | null }[] };

/** @throws ServiceError MARK_NOT_TAKEN when the venue does not show the price within 3 s. */
export async function awaitMark(
  venueUrl: string,
  { market, price }: { market: string; price: Decimal },
): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  const path = `/v1/markets/stats?market=${encodeURIComponent(market)}`;
  while (performance.now() < deadline) {
    const stats = await requestVenue<Stats>(venueUrl, { path }).catch(() => undefined);
    if (stats?.results[0]?.mark_price === price) return;
    await sleep(POLL_MS);
  }
  throw new ServiceError("MARK_NOT_TAKEN", { market, price });
}
