/** Proofs of reserves, as the venue publishes them. */
import "server-only";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { systemTimers } from "#lib/kernel/time/timers.ts";
import type { WalletActor } from "#lib/platform/actor.ts";
import { onceOfConfig } from "#lib/platform/config/config.ts";
import { fileHeaders } from "#lib/platform/downloads/file-answer.ts";
import { MINUTE_MS } from "#lib/protocol/durations.ts";
import { PublishedReserves, ReservesClaim } from "#lib/protocol/wire/reserves.ts";
import { type Cached, CachedRead } from "#lib/trading/market-data/cached-read.ts";
import { askVenue, checkedBody } from "#lib/trading/venue-access/ask-venue.ts";
import { forwardRead } from "#lib/trading/venue-access/forward.ts";

const PUBLISHED = { path: "/v1/reserves", contract: PublishedReserves };
const OWN = { path: "/v1/reserves/leaf", contract: ReservesClaim };
const NOT_FOUND = 404;
/** Characters of each end of the account in a file's name. */
const SHOWN = 4;

const newest = onceOfConfig(
  () => new CachedRead({ timers: systemTimers, freshMs: MINUTE_MS, read: readPublished }),
);

/**
 * The newest proof that the chain anchors.
 * @throws RESERVES_NOT_FOUND before the first, MARKET_DATA_UNAVAILABLE while the venue does not answer and never has
 */
export async function publishedReserves(): Promise<Cached<PublishedReserves>> {
  const { value, maxAgeSeconds } = await newest().get();
  if (value === null) throw new ServiceError("RESERVES_NOT_FOUND");
  return { value, maxAgeSeconds };
}

async function readPublished(): Promise<PublishedReserves | null> {
  const answer = await askVenue({ method: "GET", path: PUBLISHED.path, headers: {} });
  if (answer.status === NOT_FOUND) return null;
  if (answer.status !== 200) throw new ServiceError("VENUE_UNREACHABLE");
  return checkedBody(answer, PUBLISHED);
}

type OwnContext = { actor: WalletActor; now: number };

/**
 * The account's leaf with its path, as a file to keep. A refusal of the venue is passed on unchanged.
 * @throws TRADING_NOT_ENABLED, VENUE_TIMEOUT, VENUE_UNREACHABLE
 */
export async function downloadLeaf({ ctx }: { ctx: OwnContext }): Promise<Response> {
  const answer = await forwardRead(ctx, OWN, undefined);
  if (answer.status !== 200) return answer;
  const text = await answer.text();
  const { account, proof } = ReservesClaim.parse(JSON.parse(text));
  const name = leafFileName(account, proof.height);
  return new Response(text, { headers: fileHeaders({ type: "application/json", name }) });
}

/** The same for the page. @throws as {@link downloadLeaf}; RESERVES_NOT_FOUND */
export async function readLeaf(ctx: OwnContext): Promise<ReservesClaim> {
  const answer = await forwardRead(ctx, OWN, undefined);
  if (answer.status === NOT_FOUND) throw new ServiceError("RESERVES_NOT_FOUND");
  if (answer.status !== 200) throw new ServiceError("VENUE_UNREACHABLE");
  return ReservesClaim.parse(await answer.json());
}

/** `svc-reserves-4zvwtajS-1207.json`: whose, and of which proof. */
export function leafFileName(account: string, height: number): string {
  return `svc-reserves-${account.slice(0, SHOWN)}${account.slice(-SHOWN)}-${height}.json`;
}
