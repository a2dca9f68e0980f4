/** An answer of the venue to each read of an account, as it would be for one order, one position and so on. */
import { z } from "zod";
import {
  AccountList,
  type AccountRecord,
  ApiKeyList,
  FillPage,
  type FillRecord,
  FundingPage,
  OrderPage,
  OrderRecord,
  PositionList,
  type PositionRecord,
  SignerList,
  TransferPage,
} from "./account.ts";
import { LeverageList } from "./leverage.ts";
import { Portfolio, type Portfolio as PortfolioAnswer } from "./portfolio.ts";

const ACCOUNT = "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS";
const OTHER_SIGNER = "7QdeXrBQy8oKNzDEwaqWEqKUYLsYbq2gFkWvBrfNfCzY";
const AT = 1_800_000_000_000;

type Fields<Row> = { [Name in keyof Row]?: unknown };

export const orderOf = (fields: Fields<OrderRecord> = {}) => ({
  id: "9",
  account: ACCOUNT,
  signer: ACCOUNT,
  market: "BTCUSDC",
  side: "BUY",
  size: "1.5",
  remaining_size: "1.5",
  filled_size: "0",
  avg_fill_price: null,
  price: "64000.1",
  order_type: "LIMIT",
  time_in_force: "GTC",
  flags: 0,
  trigger_price: null,
  trigger_source: null,
  status: "OPEN",
  cancel_reason: "",
  client_id: null,
  seq_no: 1,
  timestamp: AT,
  digest: "ab".repeat(32),
  created_at: AT,
  last_updated_at: AT,
  ...fields,
});

export const fillOf = (fields: Fields<FillRecord> = {}) => ({
  id: 1,
  account: ACCOUNT,
  market: "BTCUSDC",
  trade_id: 1,
  order_id: "9",
  trade_type: "FILL",
  side: "BUY",
  price: "64000.1",
  size: "0.00003",
  fee: "-0.000000001",
  liquidity: "MAKER",
  realized_pnl: "-0.5",
  source: "perp",
  created_at: AT,
  ...fields,
});

export const accountOf = (fields: Fields<AccountRecord> = {}) => ({
  account: ACCOUNT,
  balance: "1000",
  account_value: "990",
  initial_margin: "100",
  maintenance_margin: "50",
  free_collateral: "890",
  unrealized_pnl: "-10",
  unsettled_funding: "0",
  settlement_asset: "USDC",
  status: "ACTIVE",
  fee_discount_ppm: 0,
  seq_no: 1,
  last_updated_at: AT,
  ...fields,
});

export const positionOf = (fields: Fields<PositionRecord> = {}) => ({
  account: ACCOUNT,
  market: "BTCUSDC",
  side: "SHORT",
  size: "-1.5",
  average_entry_price: "64000.1",
  cost: "-96000.15",
  mark_price: "64010",
  unrealized_pnl: "-14.85",
  unsettled_funding: "0",
  liquidation_price: null,
  initial_margin: "100",
  maintenance_margin: "50",
  last_updated_at: AT,
  ...fields,
});

const funding = {
  id: 1,
  account: ACCOUNT,
  market: "BTCUSDC",
  size: "-1.5",
  amount: "0.01",
  created_at: AT,
};
const transfer = {
  id: "tr_1",
  account: ACCOUNT,
  kind: "DEPOSIT",
  status: "SETTLED",
  amount: "1000",
  asset: "USDC",
  tx_hash: null,
  fee: null,
  source: "operator",
  reference: "r",
  digest: null,
  reason: null,
  created_at: AT,
  settled_at: AT,
  last_updated_at: AT,
};
const withdrawal = {
  id: "wdr_1",
  kind: "WITHDRAWAL",
  status: "RESERVED",
  fee: "0.1",
  source: null,
  reference: null,
  digest: "ab".repeat(32),
  settled_at: null,
};
const apiKey = {
  id: "key_1",
  account: ACCOUNT,
  signer: ACCOUNT,
  label: "Page",
  expires_at: 0,
  created_at: AT,
};
const signer = { signer: ACCOUNT, label: "Key", scopes: 1, expires_at: AT };
const parts = {
  realized_pnl: "12.5",
  unrealized_pnl: "-10",
  funding: "-0.01",
  fees: "1.25",
  volume: "96000.15",
  pnl: "1.24",
};

export const portfolioAnswerOf = (fields: Fields<PortfolioAnswer> = {}) => ({
  account: ACCOUNT,
  period: "day",
  from: AT - 86_400_000,
  to: AT,
  start_equity: "0",
  equity: "1001.24",
  net_deposits: "1000",
  ...parts,
  pnl_rate: "0.001240",
  insurance: "0",
  max_drawdown: "10",
  max_drawdown_rate: "0.009900",
  points: [
    { time: AT - 86_400_000, equity: "0", net_deposits: "0", pnl: "0" },
    { time: AT, equity: "1001.24", net_deposits: "1000", pnl: "1.24" },
  ],
  markets: [{ market: "BTCUSDC", ...parts }],
  ...fields,
});

const page = (row: object) => ({ results: [row], next: null });

/** By the venue's path. */
const leverage = {
  market: "BTCUSDC",
  mode: "CROSS",
  leverage: 10,
  max_leverage: 20,
  im_ratio: 100_000,
  chosen: true,
};

export const ACCOUNT_READS: Readonly<Record<string, { contract: z.ZodType; answer: object }>> = {
  "/v1/accounts": { contract: AccountList, answer: { results: [accountOf()] } },
  "/v1/positions": { contract: PositionList, answer: { results: [positionOf()] } },
  "/v1/leverage": { contract: LeverageList, answer: { results: [leverage] } },
  "/v1/orders": { contract: OrderPage, answer: page(orderOf()) },
  "/v1/orders/9": { contract: OrderRecord, answer: orderOf() },
  "/v1/fills": { contract: FillPage, answer: page(fillOf()) },
  "/v1/funding": { contract: FundingPage, answer: page(funding) },
  "/v1/account/portfolio": { contract: Portfolio, answer: portfolioAnswerOf() },
  "/v1/transfers/search": { contract: TransferPage, answer: page(transfer) },
  "/v1/signers": { contract: SignerList, answer: { results: [signer] } },
  "/v1/keys": { contract: ApiKeyList, answer: { results: [apiKey] } },
};

const placed = { ...orderOf(), fills: [] };
const item = { status: "ok", order: placed };

/** By the venue's method and path. */
export const ACCOUNT_WRITES: Readonly<Record<string, object>> = {
  "POST /v1/orders": placed,
  "DELETE /v1/orders": { results: [item] },
  "PUT /v1/orders/42": placed,
  "DELETE /v1/orders/42": placed,
  "POST /v1/orders/batch": {
    results: [item, { status: "error", error: "NOT_ENOUGH_MARGIN", message: "…" }],
  },
  "DELETE /v1/orders/batch": { results: [item] },
  "POST /v1/orders/group": {
    group_id: "42",
    grouping: "ENTRY",
    orders: [
      placed,
      { ...placed, status: "WAITING", group_id: "42", parent_id: "42", grouping: "ENTRY" },
    ],
  },
  "POST /v1/leverage": leverage,
  "POST /v1/withdrawals": { transfer: { ...transfer, ...withdrawal } },
  "POST /v1/signers": signer,
  [`DELETE /v1/signers/${OTHER_SIGNER}`]: {
    signer: OTHER_SIGNER,
    revoked: true,
    canceled_orders: ["9"],
  },
};

export type Alteration = { name: string; body: unknown };

/** The answer with one field of each row missing, of another type, or with an unknown name. */
export function alterationsOf(contract: z.ZodType, answer: object): Alteration[] {
  const found: Alteration[] = [];
  const visit = (value: unknown, path: readonly (string | number)[]): void => {
    if (path.length > 0) {
      for (const [how, other] of [
        ["missing", undefined],
        ["a number", 7.5],
        ["a text", "SURPRISE"],
      ] as const) {
        const body: unknown = JSON.parse(JSON.stringify(changed(answer, path, other)));
        // Some fields are free text.
        const isLegal = contract.safeParse(body).success;
        if (!isLegal) found.push({ name: `${path.join(".")} is ${how}`, body });
      }
    }
    if (typeof value !== "object" || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      visit(inner, [...path, Array.isArray(value) ? Number(name) : name]);
    }
  };
  visit(answer, []);
  return found;
}

function changed(
  value: unknown,
  [name = "", ...rest]: readonly (string | number)[],
  to: unknown,
): unknown {
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[name] = rest.length === 0 ? to : changed(copy[name], rest, to);
  return copy;
}
