/** Messages between the gateways, which have the readers of streams, and the follower, which has the accounts. */
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

export type ToHub =
  /** `stream` is a number of the gateway's own. Answered by `following`, once for each account. */
  | { type: "follow"; stream: number; accounts: Following[] }
  /** No stream of the gateway shows these accounts any more. */
  | { type: "forget"; accounts: string[] };

export type FromHub =
  /** The account's first events; the next ones of the account come in `events`. */
  | { type: "following"; stream: number; account: string; events: StreamEvent[] }
  | { type: "events"; batches: { account: string; events: StreamEvent[] }[] };
