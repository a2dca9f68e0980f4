/** A named stream of server-sent events, as data. `StreamServer` serves all of them under the same rules. */
import type { IncomingMessage } from "node:http";
import type { Frame } from "#lib/kernel/streams/frames.ts";

/** What several readers follow together. */
export type Feed = {
  /** Feeds of one stream with the same key have the same bytes: their readers share every write. */
  key: string;
  /** The market that the metrics count it for; absent: none. */
  market?: string;
  /** Of a stream with a user: its bytes are the same for everybody. Otherwise two users never share a write. */
  isPublic?: true;
  /**
   * What a new reader gets first. `lastEventId` is the last event that it has, as it says: a feed with a history answers
   * with what it missed. It is called right after `subscribe`, without an await in between.
   */
  state: (lastEventId: string | undefined) => readonly Frame[];
  /** Calls `deliver` with each change until the result is called. */
  subscribe: (deliver: (frames: readonly Frame[]) => void) => () => void;
};

/** The user of a stream. */
export type StreamOwner = {
  userId: string;
  /** The wallet that the credential acts for. */
  account: string | undefined;
  /**
   * Is called while the stream is open, so that a credential that was revoked or has expired ends it.
   * @throws ServiceError with status 401 or 403
   */
  check: () => Promise<unknown>;
};

/** What a request says beside its address. */
export type StreamRequest = {
  query: URLSearchParams;
  lastEventId: string | undefined;
  /** Absent on a stream that anybody may read. */
  reader: StreamOwner | undefined;
};

export type StreamDefinition = {
  /** The address at which it is served. */
  path: string;
  /** The parameters that its query may have; any other is refused. */
  parameters: readonly string[];
  /**
   * The user whose credential the request carries; `undefined` where this query needs none. Without it anybody may read the
   * stream. @throws ServiceError with status 401 or 403
   */
  readerOf?: (
    request: IncomingMessage,
    from: { address: string; query: URLSearchParams },
  ) => Promise<StreamOwner | undefined>;
  /** What the query asks for; at least one feed. @throws ServiceError, before the stream begins */
  feeds: (request: StreamRequest) => readonly Feed[];
};
