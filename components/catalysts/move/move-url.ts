import type { KnownMove } from "#lib/protocol/wire/catalysts.ts";

/** Where the service tells of a move and its explanation. */
export function moveUrl(id: string): string {
  return `/api/public/moves/${encodeURIComponent(id)}`;
}

/** The same for an instant (ISO 8601); undefined before the move was noticed, when there is nothing to ask for. */
export function moveUrlAt(now: KnownMove, at: string): string | undefined {
  return isNotNoticedAt(now, at) ? undefined : moveUrl(now.move.id);
}

export function isNotNoticedAt({ move }: KnownMove, at: string): boolean {
  return Date.parse(at) < Date.parse(move.opened_at);
}
