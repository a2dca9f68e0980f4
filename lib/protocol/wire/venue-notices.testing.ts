/** Notices of the venue, for tests. */
import { orderOf } from "./records.testing.ts";
import { VenueNotice } from "./venue-notices.ts";

const AT = 1_800_000_000_000;
const ACCOUNT = "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS";

type Fields = Readonly<Record<string, unknown>>;

const notice = (fields: Fields): VenueNotice =>
  VenueNotice.parse({ id: "10-0", account: ACCOUNT, created_at: AT, ...fields });

/** What filled now: all of {@link closedOrder}. */
const FILLED = { size: "1.5", price: "64000.1", fee: "43.2", realized_pnl: "12.5" };

/** An order that is closed, filled whole. */
export const closedOrder = (fields: Fields = {}) =>
  orderOf({
    status: "CLOSED",
    filled_size: "1.5",
    remaining_size: "0",
    avg_fill_price: "64000.1",
    ...fields,
  });

/** A stop loss that ended without a fill. */
export const endedStop = (fields: Fields = {}) =>
  closedOrder({
    side: "SELL",
    order_type: "STOP_LOSS_MARKET",
    trigger_price: "63000",
    trigger_source: "MarkPrice",
    price: null,
    flags: 2,
    filled_size: "0",
    remaining_size: "1.5",
    avg_fill_price: null,
    cancel_reason: "NO_LIQUIDITY",
    ...fields,
  });

export function orderNotice(fields: Fields = {}): VenueNotice {
  const order = fields["order"] === undefined ? closedOrder() : fields["order"];
  const filled = fields["filled"] === undefined ? FILLED : fields["filled"];
  const of = { order_id: "9", market: "BTCUSDC", side: "BUY" };
  return notice({ type: "order", ...of, ...fields, order, filled });
}

export const marginNotice = (margin: Fields = {}, fields: Fields = {}): VenueNotice =>
  notice({
    type: "margin",
    margin: {
      account: fields["account"] ?? ACCOUNT,
      level: "WARNING",
      maintenance_share: "0.5124",
      nearest: { market: "BTCUSDC", mark_price: "61000.5", liquidation_price: "58210.4" },
      liquidation: null,
      ...margin,
    },
    ...fields,
  });

const closed = (market: string, fields: Fields = {}) => ({
  market,
  size: "0.5",
  average_price: "58700",
  realized_pnl: "-300.000000001",
  fee: "14",
  remaining_size: "0",
  ...fields,
});

export const liquidationNotice = (fields: Fields = {}): VenueNotice =>
  notice({
    type: "liquidation",
    reason: "LIQUIDATION",
    liquidation: {
      positions: [
        closed("SOLUSDC", {
          size: "-10",
          average_price: "150",
          realized_pnl: "-12.4",
          fee: "0.675",
        }),
        closed("BTCUSDC"),
      ],
      account_value: "44.1",
    },
    ...fields,
  });

export const transferNotice = (transfer: Fields = {}, fields: Fields = {}): VenueNotice =>
  notice({
    type: "transfer",
    transfer: {
      id: "7",
      account: fields["account"] ?? ACCOUNT,
      kind: "WITHDRAWAL",
      status: "SETTLED",
      amount: "100",
      fee: "1.5",
      asset: "USDC",
      tx_hash: "4xT6uGk5vFZtK5NMj1ZbqD7a3w",
      source: null,
      reference: null,
      digest: "ab".repeat(32),
      reason: null,
      created_at: AT,
      settled_at: AT,
      last_updated_at: AT,
      ...transfer,
    },
    ...fields,
  });
