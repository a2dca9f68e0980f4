import { z } from "zod";
import { context, method } from "#services/chain/rpc/method.ts";

const MAX_BYTES = 10 * 1024 * 1024;

export const getMinimumBalanceForRentExemption = method(
  z.tuple([z.number().int().min(0).max(MAX_BYTES), context.optional()]),
  ({ ledger }, bytes) => Number(ledger.rentExemption(bytes)),
);
