/** Writes of orders on their way to the venue, as every file of this folder and the tables see them. */
import type { OrderTerms, WriteDraft } from "#components/trading/signing/requests.ts";
import type { OrderRecord } from "#lib/protocol/orders.ts";
import type { PlaceOrderFields } from "#lib/protocol/signing.ts";

export type WriteOptions = {
  /** False: with a live trading key nothing is asked. Default true. */
  review?: boolean;
};

export type WriteKind = "place" | "batch" | "modify" | "cancel" | "cancel-batch" | "cancel-all";

/** What a write is about, as the page knows it before anything is signed. */
export type WriteTarget = {
  kind: WriteKind;
  /** Null: every market, or several. */
  market: string | null;
  /** For people: `Buy 0.01 BTCUSDC at 64,000.0`. */
  summary: string;
  /** The orders that it changes or cancels. Of `cancel-all` those that were seen open, which may be none. */
  orderIds: readonly string[];
  /** Of `place`; of `batch` the first one. */
  order?: PlaceOrderFields;
  /** How many orders it places or names; 0 where that is the venue's to say. */
  count: number;
  /** Of `modify`: what it asks for; a price of null stays as it is. */
  change?: OrderTerms;
};

/**
 * A signed write as it is kept until it is settled. `body` and `headers` are what travels, byte for byte: whoever sends
 * it again sends the same.
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

/** What the venue says against one order of a batch, or against the whole write. */
export type WriteRefusal = { code: string; message: string };

export type WriteResult =
  | {
      state: "accepted";
      /** As far as the venue showed them. Empty when it was proven by what is not open any more. */
      orders: readonly OrderRecord[];
      /** Orders of a batch that were refused while others were not. */
      refusals: readonly WriteRefusal[];
      /** Orders of a batch that are not there, and nobody can say why: the answer was lost. */
      missing: number;
    }
  | ({ state: "rejected" } & WriteRefusal)
  /** The window of these bytes has closed and what they ask for is not there. */
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
  /** Names the write. While it waits for its signature it has no digest yet, and this is a text of this page alone. */
  digest: string;
  kind: WriteKind;
  market: string | null;
  summary: string;
  state: WriteState;
  /** The orders that it names; once a placed order is known, its id. */
  orderIds: readonly string[];
  order?: PlaceOrderFields;
  change?: OrderTerms;
  /** Unix milliseconds on the venue's clock. */
  createdAt: number;
  code?: string;
  message?: string;
  /** An unknown write whose bytes the venue would still take. */
  canRetry: boolean;
  account: string;
};

/** A write that ended, for whoever tells people. */
export type Settlement = {
  write: Intent;
  result: WriteResult;
  /** True in one tab of the browser only: the one that says it. */
  announce: boolean;
};
