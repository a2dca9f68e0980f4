/** The whole state as plain rows: no cycles, no instances of classes, every order once. */
import type { Market } from "#lib/protocol/wire/market.ts";
import type {
  Account,
  ApiKey,
  Holding,
  KeptClientId,
  MarketState,
  Signer,
} from "#services/venue/engine/market-state.ts";
import type { Deposit, Withdrawal } from "#services/venue/engine/transfers.ts";
import type { VenueState } from "#services/venue/engine/venue-state.ts";
import { type Columns, toColumns } from "./columns.ts";
import { type DigestRows, digestRows } from "./digest-rows.ts";
import { type GroupRow, type OrderColumns, OrderTable } from "./order-rows.ts";

/** The numbers of the state. */
export type StateCounters = Pick<
  VenueState,
  | "fees"
  | "fundingPool"
  | "deposits"
  | "reserved"
  | "withdrawn"
  | "nextOrderId"
  | "nextTradeId"
  | "nextFillId"
  | "nextPriority"
  | "rules"
  | "seq"
  | "time"
>;

/** `rests` and `waits` are rows of the order table, in the order in which they must be queued again. */
export type MarketRow = {
  listing: Market;
  ordinal: number;
  figures: Omit<MarketState, "listing" | "scale" | "terms" | "ordinal" | "book" | "triggers">;
  rests: number[];
  waits: number[];
};

/** What is computed from the rest is not stored. */
type HoldingFigures = Omit<
  Holding,
  | "account"
  | "market"
  | "orders"
  | "untriggered"
  | "openLoss"
  | "openLossTicks"
  | "buyCeiling"
  | "sellFloor"
  | "margin"
  | "indexVersion"
>;

export type HoldingRow = {
  market: string;
  figures: HoldingFigures;
  orders: number[];
  untriggered: number[];
};

/** `apiKeys` are their hashes, `clientIds` rows of the order table. */
export type AccountRow = {
  figures: Omit<
    Account,
    "holdings" | "signers" | "closed" | "clientIds" | "keptClientIds" | "apiKeys"
  >;
  holdings: HoldingRow[];
  signers: Signer[];
  closed: number[];
  clientIds: number[];
  apiKeys: string[];
};

/** A name that is taken for a day; `account` is an ordinal. */
type ClientIdRow = Omit<KeptClientId, "account"> & { account: number };

export type StateRows = {
  counters: StateCounters;
  effects: string;
  markets: MarketRow[];
  accounts: AccountRow[];
  /** Rows of the order table. */
  orders: number[];
  closedOrders: number[];
  apiKeys: ApiKey[];
  transfers: Columns<Deposit>;
  withdrawals: Columns<Withdrawal>;
  digests: DigestRows;
  clientIds: Columns<ClientIdRow>;
  /** Ordinals. */
  scheduled: number[];
  groups: GroupRow[];
  orderTable: OrderColumns;
};

/** The state between two blocks. The rows share plain objects with it: serialise them before the next command. */
export function stateRows(state: VenueState): StateRows {
  const table = new OrderTable();
  const rows = {
    counters: countersOf(state),
    effects: state.effects.head,
    markets: Array.from(state.markets.values(), (market) => marketRow(market, table)),
    accounts: Array.from(state.accounts.values(), (account) => accountRow(account, table)),
    orders: table.numbersOf(state.orders.values()),
    closedOrders: table.numbersOf(state.closedOrders),
    apiKeys: [...state.apiKeys.values()],
    transfers: toColumns([...state.transfers.values()]),
    withdrawals: toColumns([...state.withdrawals.values()]),
    digests: digestRows(state, table),
    clientIds: toColumns(
      Array.from(state.clientIdQueue, ({ account, ...kept }) => ({
        account: account.ordinal,
        ...kept,
      })),
    ),
    scheduled: Array.from(state.scheduled, (account) => account.ordinal),
  };
  const groups = table.groupRows();
  return { ...rows, groups, orderTable: table.columns() };
}

function countersOf(state: VenueState): StateCounters {
  const { fees, fundingPool, deposits, reserved, withdrawn, seq, time } = state;
  const { nextOrderId, nextTradeId, nextFillId, nextPriority, rules } = state;
  return {
    fees,
    fundingPool,
    deposits,
    reserved,
    withdrawn,
    nextOrderId,
    nextTradeId,
    nextFillId,
    nextPriority,
    rules,
    seq,
    time,
  };
}

function marketRow(market: MarketState, table: OrderTable): MarketRow {
  const { listing, ordinal, scale: _, terms: __, book, triggers, ...figures } = market;
  return {
    listing,
    ordinal,
    figures,
    rests: (["BUY", "SELL"] as const).flatMap((side) => table.numbersOf(book.side(side).orders())),
    waits: table.numbersOf(triggers.all()),
  };
}

function accountRow(account: Account, table: OrderTable): AccountRow {
  const { holdings, signers, closed, clientIds, keptClientIds: _, apiKeys, ...figures } = account;
  return {
    figures,
    holdings: Array.from(holdings.values(), (holding) => holdingRow(holding, table)),
    signers: [...signers.values()],
    closed: table.numbersOf(closed),
    clientIds: table.numbersOf(clientIds.values()),
    apiKeys: Array.from(apiKeys.values(), (key) => key.hash),
  };
}

function holdingRow(holding: Holding, table: OrderTable): HoldingRow {
  const {
    size,
    cost,
    fundingIndex,
    fundingPaid,
    leverage,
    isolated,
    openBuy,
    openSell,
    openReduceOnly,
    updatedAt,
  } = holding;
  return {
    market: holding.market.listing.symbol,
    figures: {
      size,
      cost,
      fundingIndex,
      fundingPaid,
      leverage,
      isolated: isolated === null ? null : { ...isolated },
      openBuy,
      openSell,
      openReduceOnly,
      updatedAt,
    },
    orders: table.numbersOf(holding.orders),
    untriggered: table.numbersOf(holding.untriggered),
  };
}
