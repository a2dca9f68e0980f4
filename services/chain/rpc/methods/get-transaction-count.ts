import { z } from "zod";
import { context, method } from "#services/chain/rpc/method.ts";

export const getTransactionCount = method(z.tuple([context.optional()]), ({ history }) =>
  history.count(),
);
