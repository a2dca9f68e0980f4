import type { KnownMove } from "#lib/protocol/wire/catalysts.ts";

/** The address of a move and its explanation in the service's API. */
export function moveUrl(id: string): string {
  return `/api/public/moves/${encodeURIComponent(id)}`;
}

/**
 * The same as of an instant (ISO 8601); undefined before the service noticed the move, when there
 * is nothing to request.
 */
export function moveUrlAt(now: KnownMove, at: string): string | undefined {
  return isNotNoticedAt(now, at) ? undefined : moveUrl(now.move.id);
}

export function isNotNoticedAt({ move }: KnownMove, at: string): boolean {
  return Date.parse(at) < Date.parse(move.opened_at);
}
