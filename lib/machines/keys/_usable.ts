/** Whether a key may be used by this caller at this time. */

import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { AddressList } from "#lib/kernel/http/address-list.ts";
import type { KeyKind } from "./kinds.ts";

type Key = { revokedAt: Date | null; expiresAt: Date | null; allowlist: string[] };
type Caller = { now: number; client: { address: string } };

/** REVOKED_KEY, EXPIRED_KEY or ip_not_allowed. */
export function refusalOf(
  { needsAllowlist }: KeyKind,
  { revokedAt, expiresAt, allowlist }: Key,
  { now, client: { address } }: Caller,
): ServiceError | undefined {
  if (revokedAt !== null) {
    return new ServiceError("REVOKED_KEY", { revokedAt: revokedAt.toISOString() });
  }
  if (expiresAt !== null && expiresAt.getTime() <= now) {
    return new ServiceError("EXPIRED_KEY", { expiredAt: expiresAt.toISOString() });
  }
  // A list of a bot key that became empty allows no address.
  const isLimited = needsAllowlist || allowlist.length > 0;
  if (isLimited && !new AddressList(allowlist).has(address)) {
    return new ServiceError("ip_not_allowed", { address });
  }
  return undefined;
}
