/** The setting that says who reads `/metrics` of a process. */
import { z } from "zod";
import { readAddressList } from "./address-list.ts";

export const metricsAddresses = z
  .string()
  .default("127.0.0.1,::1")
  .transform(readAddressList)
  .describe(
    "Comma-separated addresses and networks that may read `/metrics`, which shows load, totals and versions",
  );
