/** Staged orders as the API shows them. */
import "server-only";
import { z } from "zod";
import type { stagedOrders } from "#lib/platform/db/schema/assistants.ts";
import { formatDecimal, parseDecimal } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { placeOrderTerms } from "#lib/protocol/orders/orders.ts";
import { decimal, MarketSnapshot, type StagedOrder } from "#lib/protocol/wire/staged-order.ts";

export type StagedOrderRow = typeof stagedOrders.$inferSelect;

export function stagedOrderOf(row: StagedOrderRow, baseUrl: string): StagedOrder {
  const snapshot = MarketSnapshot.parse(row.snapshot);
  return {
    id: row.id,
    state: row.state,
    source: { kind: row.sourceKind, name: row.sourceName },
    account: row.account,
    order: placeOrderTerms(row.order),
    reason: row.reason,
    reference: row.reference,
    signal_id: row.signalId,
    snapshot,
    warnings: row.state === "waiting" ? warningsOf(snapshot) : [],
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    decided_at: row.decidedAt?.toISOString() ?? null,
    result: resultOf(row.result),
    error: row.errorCode === null ? null : { code: row.errorCode, message: row.errorMessage ?? "" },
    approval_url: `${baseUrl}/approvals/${row.id}`,
  };
}

function warningsOf({
  margin_missing: missing,
}: z.output<typeof MarketSnapshot>): StagedOrder["warnings"] {
  if (missing === undefined || missing === null || missing === "0") return [];
  return [marginWarning(`The account is ${missing} USDC short of the margin for this order`)];
}

/** `what`: the subject of the sentence. */
export function marginWarning(what: string): StagedOrder["warnings"][number] {
  return {
    code: "INSUFFICIENT_MARGIN",
    message: `${what}: at the time of the proposal, the venue would have refused it. The user may deposit before approving it, or ask for a smaller size.`,
  };
}

/** The shown fields of the venue's record. */
export const VenueOrder = z.object({
  id: z.string(),
  status: z.string(),
  filled_size: decimal,
  avg_fill_price: decimal.nullable(),
  cancel_reason: z.string(),
});

/** Only the answer to the order itself has its fills; an order that was looked up later has none. */
const Fills = z.object({ fills: z.array(z.object({ fee: decimal })) });

function resultOf(record: StagedOrderRow["result"]): StagedOrder["result"] {
  if (record === null) return null;
  const { id, ...rest } = VenueOrder.parse(record);
  const fills = Fills.safeParse(record);
  return { order_id: id, ...rest, fee: fills.success ? feeOf(fills.data.fills) : null };
}

function feeOf(fills: readonly { fee: string }[]): string {
  const fees = fills.map(({ fee }) => parseDecimal(fee, MONEY_DECIMALS) ?? 0n);
  return formatDecimal(
    fees.reduce((sum, fee) => sum + fee, 0n),
    MONEY_DECIMALS,
  );
}
