/** What a command did. A refusal is an answer like any other and is journaled with its command. */
import type { Refusal } from "#lib/kernel/errors/errors.ts";
import type { MarketStatus } from "#lib/protocol/enumerations.ts";
import type { IsolatedMarginRecord, LeverageRecord } from "#lib/protocol/wire/leverage.ts";
import type { ApiKey, Order, OrderGroup, Signer } from "./market-state.ts";
import type { Transfer } from "./transfers.ts";

/** A fill as the answer to its taker shows it. */
export type FillRow = {
  tradeId: number;
  ticks: number;
  lots: number;
  fee: bigint;
};

export function refused(refusal: Refusal): Outcome {
  return { kind: "refused", refusal };
}

export type Outcome =
  | { kind: "refused"; refusal: Refusal }
  | { kind: "order"; order: Order; fills: FillRow[] }
  | { kind: "batch"; items: Outcome[] }
  /** `fills` are those of the entry. */
  | { kind: "group"; group: OrderGroup; fills: FillRow[] }
  | { kind: "canceled"; orders: Order[] }
  | { kind: "schedule"; time: number | null }
  | { kind: "leverage"; leverage: LeverageRecord }
  | { kind: "isolated_margin"; isolated: IsolatedMarginRecord }
  | { kind: "api_key"; key: ApiKey }
  | { kind: "api_key_revoked"; id: string }
  | { kind: "signer"; signer: Signer }
  | { kind: "signer_revoked"; pubkey: string; canceled: Order[] }
  | { kind: "transfer"; transfer: Transfer; repeated: boolean }
  | { kind: "marks"; applied: string[]; ignored: { market: string; reason: string }[] }
  | { kind: "listed"; symbol: string }
  | { kind: "tick" }
  | { kind: "writer"; epoch: number }
  | { kind: "rules"; version: number }
  | { kind: "market_status"; symbol: string; status: MarketStatus }
  | { kind: "fee_discount"; account: string; discountPpm: number }
  | { kind: "duplicate"; original: Outcome };
