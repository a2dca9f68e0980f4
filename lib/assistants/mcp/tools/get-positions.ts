import "server-only";
import { z } from "zod";
import { shortWallet } from "#lib/identity/person/wallet-names.ts";
import { walletsOf } from "#lib/identity/person/wallets-of.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import {
  AccountList,
  IsolatedPosition,
  OrderPage,
  PositionList,
} from "#lib/protocol/wire/account.ts";
import { readVenue } from "#lib/trading/venue-access/forward.ts";
import { decimal, marketSymbol, READS, timeOf } from "./_fields.ts";
import { defineTool } from "./define-tool.ts";

/** Maximum number of listed open orders; an account with more is a bot's. */
const MAX_ORDERS = 100;

const Balances = z.object({
  balance: decimal.describe("Settled collateral"),
  account_value: decimal.describe("Balance plus unrealised PnL, less funding owed"),
  free_collateral: decimal,
  initial_margin: decimal,
  maintenance_margin: decimal,
  unrealized_pnl: decimal,
  settlement_asset: z.string(),
  status: z
    .enum(["ACTIVE", "LIQUIDATING"])
    .describe("LIQUIDATING: worth less than its maintenance margin"),
  isolated: z
    .array(IsolatedPosition)
    .optional()
    .describe("Isolated positions, which the other figures do not contain: equity adds each value"),
});

const Position = z.object({
  market: z.string(),
  side: z.enum(["LONG", "SHORT"]),
  size: decimal.describe("Signed size in the base asset; negative is short"),
  average_entry_price: decimal,
  mark_price: decimal,
  unrealized_pnl: decimal,
  liquidation_price: decimal
    .nullable()
    .describe(
      "The mark at which the account, or the isolated position, falls below maintenance; null when there is none",
    ),
  initial_margin: decimal,
  maintenance_margin: decimal,
  isolated_wallet: decimal
    .optional()
    .describe("Money of an isolated position; absent for one that shares the account's balance"),
});

const OpenOrder = z.object({
  id: z.string(),
  market: z.string(),
  side: z.enum(["BUY", "SELL"]),
  order_type: z.string(),
  size: decimal,
  remaining_size: decimal,
  price: decimal.nullable(),
  trigger_price: decimal.nullable(),
  status: z.string(),
});

const Account = z.strictObject({
  account: z.string().describe("The wallet, the first and last four characters of its address"),
  balances: Balances,
  positions: z.array(Position),
  open_orders: z.array(OpenOrder.extend({ created_at: z.iso.datetime() })),
  has_more_orders: z.boolean().describe(`Only the newest ${MAX_ORDERS} open orders are listed`),
});

export const getPositions = defineTool({
  name: "get_positions",
  title: "Get Positions",
  description:
    "Returns the user's trading accounts: balances, margin, open positions with entry, mark, PnL and liquidation price, and open orders. Wallets without trading enabled are in not_enabled. It changes nothing.",
  scope: "read:chat",
  annotations: READS,
  input: z.strictObject({
    market: marketSymbol.optional().describe("Only positions and orders of this market"),
  }),
  output: z.strictObject({
    accounts: z.array(Account),
    not_enabled: z
      .array(z.string())
      .describe("Linked wallets that this service may not read yet: trading is not enabled"),
    as_of: z.iso.datetime(),
  }),
  run: async ({ actor, now }, { market }) => {
    const wallets = await walletsOf(actor.userId);
    if (wallets.length === 0) throw new ServiceError("WALLET_REQUIRED");
    const read = await Promise.all(wallets.map((account) => readAccount(account, now)));
    const accounts = read.filter((one) => one !== undefined);
    if (accounts.length === 0) throw new ServiceError("TRADING_NOT_ENABLED");
    const isWanted = (row: { market: string }) => market === undefined || row.market === market;
    return {
      accounts: accounts.map(({ account, positions, open_orders, ...rest }) => ({
        ...rest,
        account: shortWallet(account),
        positions: positions.filter(isWanted),
        open_orders: open_orders.filter(isWanted),
      })),
      not_enabled: wallets.filter((_wallet, index) => read[index] === undefined).map(shortWallet),
      as_of: timeOf(now),
    };
  },
});

/** `undefined` for a wallet without a live venue key. @throws VENUE_TIMEOUT, VENUE_UNREACHABLE */
async function readAccount(
  account: string,
  now: number,
): Promise<z.output<typeof Account> | undefined> {
  const read = <Contract extends z.ZodType>(path: string, contract: Contract) =>
    readVenue({ actor: { account }, now }, { path, contract });
  try {
    const [accounts, positions, orders] = await Promise.all([
      read("/v1/accounts", AccountList),
      read("/v1/positions", PositionList),
      read(`/v1/orders?status=OPEN&page_size=${MAX_ORDERS}`, OrderPage),
    ]);
    const [record] = accounts.results;
    if (record === undefined) return undefined;
    return {
      account,
      balances: record,
      positions: positions.results,
      open_orders: orders.results.map((order) => ({
        ...order,
        created_at: timeOf(order.created_at),
      })),
      has_more_orders: orders.next !== null,
    };
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.code === "TRADING_NOT_ENABLED") return undefined;
    throw thrown;
  }
}
