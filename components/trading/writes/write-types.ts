/** The types of a write: its target, the signed intent, its result, and how the page shows it. */
import type { OrderTerms, WriteDraft } from "#components/trading/signing/requests.ts";
import type { Figure } from "#components/trading/signing/sign-request.ts";
import type { Grouping, MarginMode } from "#lib/protocol/enumerations.ts";
import type { PlaceOrderFields } from "#lib/protocol/orders/orders.ts";
import type { OrderRecord } from "#lib/protocol/wire/account.ts";

/** Orders under the same signature. Without a grouping the venue checks each on its own. */
export type PlaceOptions = WriteOptions & {
  attached?: readonly PlaceOrderFields[];
  grouping?: Grouping;
};

export type WriteOptions = {
  /** Whether the write is shown before a live trading key signs it. By default as the owner has chosen. */
  review?: boolean;
  /** Whether the form that sends it shows the result itself: then there is no toast. */
  quiet?: boolean;
  /** What the order leaves behind, shown beside it in the review. */
  figures?: readonly Figure[];
};

export type WriteKind =
  | "place"
  | "batch"
  | "group"
  | "modify"
  | "cancel"
  | "cancel-batch"
  | "cancel-all"
  | "withdraw"
  | "leverage"
  | "margin";

/** Whether a write of this kind places orders. */
export function isPlacing(kind: WriteKind): boolean {
  return kind === "place" || kind === "batch" || kind === "group";
}

/** What a write does, as the page knows it before it is signed. */
export type WriteTarget = {
  kind: WriteKind;
  /** Null: every market, or several. */
  market: string | null;
  /** For display: `Buy 0.01 BTCUSDC at 64,000.0`. */
  summary: string;
  /** The orders that it changes or cancels. For `cancel-all` those that were seen open, possibly none. */
  orderIds: readonly string[];
  /** For `place`; for `batch` and `group` the first order. */
  order?: PlaceOrderFields;
  /** How many orders it places or names; 0 for `cancel-all`, `withdraw`, `leverage` and `margin`. */
  count: number;
  /** For `withdraw` and `margin`: USDC as decimal text, with a minus for margin that is removed. */
  amount?: string;
  /** For `leverage`: the new one, and the margin mode. */
  leverage?: number;
  mode?: MarginMode;
  /** For `modify`: the new terms. A price of null leaves the price as it is. */
  change?: OrderTerms;
};

/**
 * A signed write as it is stored until its result is known. `method`, `path`, `body` and `headers` are sent byte for
 * byte, also by a retry.
 */
export type Intent = WriteTarget & {
  version: 1;
  digest: string;
  account: string;
  /** The signed time, Unix milliseconds on the venue's clock. */
  timestamp: number;
  createdAt: number;
  method: WriteDraft["method"];
  path: string;
  body: string;
  headers: Record<string, string>;
};

/** Why the venue refused one order of a batch, or the whole write. */
export type WriteRefusal = { code: string; message: string };

export type WriteResult =
  | {
      state: "accepted";
      /** The orders that the venue returned. Empty when the proof was that none is open any more. */
      orders: readonly OrderRecord[];
      /** Orders of a batch that were refused while others were accepted. */
      refusals: readonly WriteRefusal[];
      /** How many orders of a batch were not found after a lost answer. */
      missing: number;
    }
  | ({ state: "rejected" } & WriteRefusal)
  /** The window of the bytes has closed, and their effect is not there. */
  | { state: "never-arrived" };

export type WriteState =
  | "signing"
  | "sending"
  | "unknown"
  | "accepted"
  | "rejected"
  | "never-arrived";

/** A write as tables, ticket and chart show it. */
export type Write = {
  /** Identifies the write. Until it is signed there is no digest, and this is a name local to the page. */
  digest: string;
  kind: WriteKind;
  market: string | null;
  summary: string;
  state: WriteState;
  /** The orders that it names; for a placed order its id once it is known. */
  orderIds: readonly string[];
  order?: PlaceOrderFields;
  change?: OrderTerms;
  /** Unix milliseconds on the venue's clock. */
  createdAt: number;
  code?: string;
  message?: string;
  /** True for an unknown write whose bytes the venue would still accept. */
  canRetry: boolean;
  account: string;
};

/** A write whose result is known. */
export type Settlement = {
  write: Intent;
  result: WriteResult;
  /** True in exactly one tab of the browser, which shows the toast. */
  announce: boolean;
};
