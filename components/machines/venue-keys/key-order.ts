import type { VenueKeyRecord } from "#lib/protocol/wire/account.ts";

/** The held key first, then the newest. */
export function inOrder(keys: readonly VenueKeyRecord[]): VenueKeyRecord[] {
  return keys.toSorted(
    (one, other) => Number(other.held) - Number(one.held) || other.created_at - one.created_at,
  );
}
