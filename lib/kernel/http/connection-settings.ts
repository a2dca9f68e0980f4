/** How many connections the process takes at its port, whether a gateway answers there or a standby. */
import { AddressList } from "#lib/kernel/http/address-list.ts";
import type { ConnectionLimit } from "#lib/kernel/http/connection-limit.ts";

export type ConnectionSettings = {
  /** Addresses and networks without a limit of their own. */
  readerAddresses: readonly string[];
  trustedProxies: number;
  /** Most open connections of all servers together. */
  connections: number;
};

/** Most open connections of one address, and never more than half of all. */
const CONNECTIONS_OF_ADDRESS = 1_000;

export function connectionLimit({
  readerAddresses,
  trustedProxies,
  connections,
}: ConnectionSettings): Omit<ConnectionLimit, "counts" | "onRefused"> {
  const most = Math.min(CONNECTIONS_OF_ADDRESS, Math.ceil(connections / 2));
  return {
    total: connections,
    perAddress: trustedProxies === 0 ? most : undefined,
    ...(readerAddresses.length > 0 && { exempt: new AddressList(readerAddresses) }),
  };
}
