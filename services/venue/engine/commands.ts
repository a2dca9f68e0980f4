/**
 * Commands are everything that can change the venue, marks and time included, so that the journal alone
 * rebuilds it. A signed command carries the exact signed bytes, so that history can be audited.
 */

import type {
  Grouping,
  MarginMode,
  MarketStatus,
  OrderType,
  Side,
} from "#lib/protocol/enumerations.ts";
import type { PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import type { Market } from "#lib/protocol/wire/market.ts";

export type Signed = {
  account: string;
  signer: string;
  /** 64 bytes. */
  signature: Uint8Array;
  /** The borsh payload that was signed. */
  payload: Uint8Array;
  /** Lowercase hex; identifies the write. */
  digest: string;
  timestamp: number;
};

export type ModifyFields = {
  order_id: bigint;
  market: string;
  side: Side;
  order_type: OrderType;
  /** Empty for an order whose size follows the position. */
  size: string;
  price: string | null;
};

export type CancelFields = { order_id: bigint; market: string };

/** The message of the memo transaction that `signature` signs in place of the digest, where the owner signed one. */
type ByMemo = { memo?: Uint8Array | undefined };

/** What a signed write asks for, apart from its signature. */
export type SignedCommand = { signed: Signed } & (
  | ({ type: "create_api_key"; keyId: string; keyHash: string } & ByMemo)
  | { type: "revoke_api_key"; id: string }
  | ({ type: "register_signer"; acceptance: Uint8Array } & ByMemo)
  | { type: "revoke_signer"; pubkey: string }
  | { type: "place_order"; order: PlaceOrderFields; clientId: string | null }
  | { type: "modify_order"; change: ModifyFields }
  | { type: "cancel_order"; cancel: CancelFields }
  | { type: "place_batch_orders"; orders: PlaceOrderFields[]; clientIds: (string | null)[] }
  | {
      type: "place_order_group";
      grouping: Grouping;
      orders: PlaceOrderFields[];
      clientIds: (string | null)[];
    }
  | { type: "cancel_batch_orders"; cancels: CancelFields[] }
  | { type: "cancel_by_client_id"; clientId: string }
  | { type: "cancel_all_orders"; market: string | null }
  | { type: "schedule_cancel"; time: number | null }
  | { type: "update_leverage"; market: string; leverage: number; mode: MarginMode }
  /** USDC as it was signed, with its sign. */
  | { type: "update_isolated_margin"; market: string; amount: string }
  /** USDC as it was signed; there is no destination. */
  | { type: "withdraw"; id: string; amount: string; fee?: string }
);

export type OperatorCommand =
  | { type: "list_market"; market: Market }
  | { type: "set_market_status"; market: string; status: MarketStatus }
  | { type: "set_fee_discount"; account: string; discountPpm: number }
  /** `confidencePpm`: half width of the oracle's confidence interval, of the price. */
  | { type: "set_marks"; marks: { market: string; ticks: number; confidencePpm: number }[] }
  | {
      type: "deposit";
      id: string;
      account: string;
      amount: bigint;
      reference: string;
      source: string;
      /** Absent when no chain is behind it. */
      txHash?: string;
    };

/** What custody reports of withdrawals. */
export type CustodyCommand =
  | {
      type: "withdrawal_sent";
      id: string;
      /** Signature of the transaction, base58. */
      signature: string;
      lastValidBlockHeight: number;
    }
  | { type: "withdrawal_settled"; id: string; txHash: string }
  | { type: "withdrawal_returned"; id: string; reason: string };

/** Commands about the process that writes the journal, where several can. They change nothing but `seq` and `time`. */
export type JournalCommand =
  /** Alone in its block: from there on the blocks are those of `node`, the address that clients reach. */
  | { type: "epoch"; epoch: number; node: string }
  /** The last command of an epoch whose writer ended in order. */
  | { type: "handover"; epoch: number };

/** From there on the rules up to `version` hold (rules.ts). */
export type RulesCommand = { type: "rules"; version: number };

/** `tick` is the passing of time: funding, the dead man's switch, liquidation. The venue makes one a second. */
export type Command =
  | SignedCommand
  | OperatorCommand
  | CustodyCommand
  | JournalCommand
  | RulesCommand
  | { type: "tick" };

export type CommandOf<Type extends Command["type"]> = Extract<Command, { type: Type }>;
