/** A named stream of server-sent events, as data. `StreamServer` serves all of them under the same rules. */
import type { IncomingMessage } from "node:http";
import type { Frame } from "#lib/kernel/streams/frames.ts";

/** What several readers follow together. */
export type Feed = {
  /** Feeds of one stream with the same key have the same bytes: their readers share every write. */
  key: string;
  /** The market that the metrics count it for; absent: none. */
  market?: string;
  /**
   * What a new reader gets first. `lastEventId` is the last event that it has, as it says: a feed with a history answers
   * with what it missed. It is called right after `subscribe`, without an await in between.
   */
  state: (lastEventId: string | undefined) => readonly Frame[];
  /** Calls `deliver` with each change until the result is called. */
  subscribe: (deliver: (frames: readonly Frame[]) => void) => () => void;
};

/** A stream that anybody may read. */
type PublicStream = {
  /** The address at which it is served. */
  path: string;
  /** The parameters that its query may have; any other is refused. */
  parameters: readonly string[];
  readerOf?: undefined;
  /** What the query asks for; at least one feed. @throws ServiceError, before the stream begins */
  feeds: (query: URLSearchParams) => readonly Feed[];
};

/** The user of the stream: two users never share a write, whatever the keys of their feeds are. */
export type StreamReader = { userId: string };

/** A stream of one user's own. */
type PersonalStream = {
  path: string;
  parameters: readonly string[];
  /**
   * The user whose credential the request carries. It is called again while the stream is open, so that a credential that
   * was revoked or has expired ends it. @throws ServiceError with status 401 or 403
   */
  readerOf: (request: IncomingMessage, address: string) => Promise<StreamReader>;
  feeds: (query: URLSearchParams, reader: StreamReader) => readonly Feed[];
};

export type StreamDefinition = PublicStream | PersonalStream;
