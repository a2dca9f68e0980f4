/** Every domain that keeps rows of an account, in the order in which they are erased. */
import "server-only";
import { assistantRows } from "#lib/assistants/account-rows.ts";
import { catalystRows } from "#lib/catalysts/account-rows.ts";
import { machineRows } from "#lib/machines/account-rows.ts";
import { partnerRows } from "#lib/partner/account-rows.ts";
import type { AccountRows } from "#lib/platform/events/account-rows.ts";
import { pushRows } from "#lib/pushes/account-rows.ts";
import { swapRows } from "#lib/swaps/account-rows.ts";
import { tradingRows } from "#lib/trading/account-rows.ts";
import { webhookRows } from "#lib/webhooks/account-rows.ts";

export const ACCOUNT_ROWS: readonly AccountRows[] = [
  // Before keys: usage is written in the order of the ids, and grants come first.
  assistantRows,
  machineRows,
  tradingRows,
  partnerRows,
  swapRows,
  webhookRows,
  catalystRows,
  pushRows,
];
