/** The process parts that delete expired OAuth records and staged orders, and find the outcome of unanswered ones. */
import "server-only";
import { type ProcessPart, processPart } from "#lib/platform/process/process-part.ts";
import { startOAuthCleanUp } from "./oauth/clean-up-loop.ts";
import { startStagedOrderCleanUp } from "./staged-orders/clean-up-loop.ts";
import { startEndingUnknownOrders } from "./staged-orders/end-unknown-orders.ts";

export const assistantParts: readonly ProcessPart[] = [
  processPart("oauth clean-up", startOAuthCleanUp),
  processPart("staged order clean-up", startStagedOrderCleanUp),
  processPart("unknown staged orders", startEndingUnknownOrders),
];
