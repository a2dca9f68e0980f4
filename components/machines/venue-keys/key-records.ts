/** Venue keys as `GET /api/venue/keys` lists them. */

/** Times are Unix milliseconds; `expires_at` 0 is never. */
export type VenueKeyRecord = {
  id: string;
  account: string;
  /** Base58 key of the signer that it is pinned to, or the account itself. */
  signer: string;
  label: string;
  created_at: number;
  expires_at: number;
  /** True for the key that this service holds and trades with. */
  held: boolean;
};

/** The held key first, then the newest. Malformed records are left out. */
export function venueKeysOf(body: unknown): VenueKeyRecord[] {
  const results = (body as { results?: unknown } | undefined)?.results;
  const keys = Array.isArray(results) ? results.filter(isKey) : [];
  return keys.toSorted(
    (one, other) => Number(other.held) - Number(one.held) || other.created_at - one.created_at,
  );
}

/** Whether all records of the answer belong to this account. */
export function isOnlyOf(account: string, body: unknown): boolean {
  const results = (body as { results?: unknown } | undefined)?.results;
  return (
    !Array.isArray(results) ||
    results.every((record) => (record as { account?: unknown } | null)?.account === account)
  );
}

function isKey(record: unknown): record is VenueKeyRecord {
  const key = (record ?? {}) as Partial<VenueKeyRecord>;
  return (
    typeof key.id === "string" &&
    typeof key.signer === "string" &&
    typeof key.label === "string" &&
    typeof key.created_at === "number" &&
    typeof key.expires_at === "number" &&
    typeof key.held === "boolean"
  );
}
