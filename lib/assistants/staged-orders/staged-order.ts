/** Staged orders as the API shows them. */
import "server-only";
import { z } from "zod";
import type { stagedOrders } from "#lib/machines/schema/staged-orders.ts";
import { formatDecimal, formatFixed, parseDecimal, parseSigned } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import { magnitude } from "#lib/protocol/orders/margin.ts";
import { isReduceOnly, placeOrderTerms } from "#lib/protocol/orders/orders.ts";
import { decimal, MarketSnapshot, type StagedOrder } from "#lib/protocol/wire/staged-order.ts";

export type StagedOrderRow = typeof stagedOrders.$inferSelect;

export function stagedOrderOf(row: StagedOrderRow, baseUrl: string): StagedOrder {
  const snapshot = MarketSnapshot.parse(row.snapshot);
  return {
    id: row.id,
    state: row.state,
    action: row.action,
    target: row.target,
    source: { kind: row.sourceKind, name: row.sourceName },
    account: row.account,
    order: placeOrderTerms(row.order),
    protection: row.protection.map(placeOrderTerms),
    reason: row.reason,
    reference: row.reference,
    signal_id: row.signalId,
    snapshot,
    warnings: row.state === "waiting" ? warningsOf(snapshot, row.order) : [],
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    decided_at: row.decidedAt?.toISOString() ?? null,
    result: resultOf(row.result),
    error: row.errorCode === null ? null : { code: row.errorCode, message: row.errorMessage ?? "" },
    approval_url: `${baseUrl}/approvals/${row.id}`,
  };
}

type Warning = StagedOrder["warnings"][number];
type Snapshot = z.output<typeof MarketSnapshot>;

function warningsOf(snapshot: Snapshot, order: StagedOrderRow["order"]): Warning[] {
  const missing = snapshot.margin_missing ?? "0";
  const fill = fillWarning(snapshot, order);
  return [
    ...(missing === "0"
      ? []
      : [marginWarning(`The account is ${missing} USDC short of the margin for this order`)]),
    ...(fill === undefined ? [] : [fill]),
  ];
}

/** More decimals than any market's size has. */
const SIZE_DECIMALS = 18;

function fillWarning(
  { fillable, position }: Snapshot,
  { size, flags = 0 }: StagedOrderRow["order"],
): Warning | undefined {
  if (fillable === undefined || fillable === null) return undefined;
  const units = (text: string) => magnitude(parseSigned(text, SIZE_DECIMALS) ?? 0n);
  const held = units(position ?? size);
  const closes = isReduceOnly({ flags }) && held < units(size);
  const wanted = closes ? held : units(size);
  const filled = units(fillable);
  if (filled >= wanted) return undefined;
  const share = formatFixed((filled * 10_000n) / wanted, 2);
  const of = formatDecimal(wanted, SIZE_DECIMALS);
  const what =
    filled === 0n
      ? `Nothing of ${of} could fill at the time of the proposal`
      : `Only ${fillable} of ${of} could fill at the time of the proposal (${share} %)`;
  return {
    code: "PARTIAL_FILL",
    message: `${what}: what does not fill at once is cancelled. The figures of snapshot are of the whole size.`,
  };
}

/** `what`: the subject of the sentence. */
export function marginWarning(what: string): Warning {
  return {
    code: "INSUFFICIENT_MARGIN",
    message: `${what}, so at the time of the proposal it could not have been approved. The user may deposit before approving it, or ask for a smaller size.`,
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
