/** The setting that says who reads `/metrics` of a process, and its check. */
import type { IncomingMessage } from "node:http";
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { type AddressList, readAddressList } from "./address-list.ts";
import { clientAddress } from "./client-address.ts";

export const metricsAddresses = z
  .string()
  .default("127.0.0.1,::1")
  .transform(readAddressList)
  .describe(
    "Comma-separated addresses and networks that may read `/metrics`, which shows load, totals and versions",
  );

/** For a process without a proxy in front of it. @throws IP_NOT_ALLOWED */
export function requireMetricsReader(request: IncomingMessage, allowed: AddressList): void {
  const address = clientAddress(request.socket.remoteAddress, undefined, 0);
  if (!allowed.has(address)) throw new ServiceError("IP_NOT_ALLOWED");
}
