/** Messages between the gateways, which have the readers of streams, and the follower, which has the accounts. */
import type { MessagePort } from "node:worker_threads";
import type { AccountStreamEventName } from "#lib/protocol/wire/account-stream.ts";

/** An event as it is sent. A later one with the same `key` replaces it for a reader that is behind. */
export type StreamEvent = {
  id: string;
  name: AccountStreamEventName;
  json: string;
  key: string | null;
};

/** An account that a stream shows from now on; `after` is the id of the last event that its reader has. */
export type Following = { account: string; after: string | null };

/** `stream` is a number of the gateway's own. */
export type ToHub =
  /** Answered by `following`, once for each account. */
  | { type: "follow"; stream: number; accounts: readonly Following[] }
  /** The stream shows these accounts no more. */
  | { type: "forget"; stream: number; accounts: readonly string[] }
  /** A stream of several accounts, which `change` names: a change may arrive at another gateway than the stream. */
  | { type: "open"; stream: number; name: string }
  | { type: "close"; name: string }
  /** Answered by `changed`. */
  | {
      type: "change";
      call: number;
      name: string;
      follow: readonly Following[];
      unfollow: readonly string[];
    }
  /** What the venue owes with everything durable: posted to `port`, as `VenueDebts`. */
  | { type: "debts"; port: MessagePort };

export type FromHub =
  /** The account's first events; the next ones of the account come in `events`. */
  | { type: "following"; stream: number; account: string; events: readonly StreamEvent[] }
  | { type: "unfollow"; stream: number; accounts: readonly string[] }
  | { type: "changed"; call: number; isKnown: boolean }
  | { type: "events"; batches: readonly AccountBatch[] };

/** What happened to one account since the last batch, in order. */
export type AccountBatch = { account: string; events: readonly StreamEvent[] };
