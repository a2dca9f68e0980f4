/** Serves named streams on raw `node:http`: one set of limits, heartbeats and rules for slow readers, and one drain for all. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import { FanOut } from "#lib/kernel/streams/fan-out.ts";
import { batchOf, type Frame, RETRY } from "#lib/kernel/streams/frames.ts";
import { HEARTBEAT } from "#lib/kernel/streams/heartbeat.ts";
import { OpenReaders } from "#lib/kernel/streams/open-readers.ts";
import { ReaderSet } from "#lib/kernel/streams/reader-set.ts";
import { StreamReader } from "#lib/kernel/streams/slow-reader.ts";
import { sendStreamHead } from "#lib/kernel/streams/stream-head.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";
import { refuse } from "#lib/platform/http/refuse.ts";
import { metrics } from "#lib/platform/metrics.ts";
import { Admission, type AdmissionLimits, STREAM_LIMITS } from "./admission.ts";
import type { Feed, StreamDefinition, StreamOwner, StreamRequest } from "./stream-definition.ts";

/** Readers of the same feed share every write. */
type Group = { readers: ReaderSet; unsubscribe: () => void };

/** What a request asks for. */
type StreamOpening = Pick<StreamRequest, "lastEventId" | "reader"> & {
  path: string;
  feeds: readonly Feed[];
  /** Milliseconds after which the server ends it; `undefined`: never. */
  endsAfterMs: number | undefined;
};

type StreamLabels = { stream: string; market: string };

/** The parameters that every stream has. */
const SECONDS = "seconds";
/** What readers that cannot set a header send in its place, also to a stream whose events have no history. */
const LAST_EVENT_ID = "lastEventId";
export const MAX_STREAM_SECONDS = 60;

/** An ordinary text: some proxies hold back whatever calls itself an event stream. */
const SHORT_HEADERS = { "Content-Type": "text/plain; charset=utf-8" };

export type StreamServerOptions = {
  definitions: readonly StreamDefinition[];
  timers: Timers;
  limits?: AdmissionLimits;
  /** Names of the connections for which the kernel holds too many bytes. */
  fullQueues?: () => Promise<ReadonlySet<string>>;
};

export class StreamServer {
  readonly #definitions: ReadonlyMap<string, StreamDefinition>;
  readonly #timers: Timers;
  readonly #admission: Admission;
  readonly #fanOut = new FanOut();
  readonly #groups = new Map<string, Group>();
  readonly #allReaders: OpenReaders;
  /** Whose each open stream is that has a credential. */
  readonly #owners = new Map<StreamReader, StreamOwner>();
  readonly #sockets = new WeakSet<Socket>();
  #draining = false;

  constructor(options: StreamServerOptions) {
    const { definitions, timers, limits = STREAM_LIMITS, fullQueues } = options;
    this.#definitions = new Map(definitions.map((one) => [one.path, one]));
    this.#timers = timers;
    this.#admission = new Admission(limits);
    const onHeartbeat = (readers: readonly StreamReader[]) => {
      this.#fanOut.send([HEARTBEAT], readers);
      for (const connection of this.#owners.keys()) void this.#check(connection);
    };
    this.#allReaders = new OpenReaders({ timers, fullQueues, onHeartbeat });
  }

  /** Ends the user's streams whose credential is gone. */
  checkUser(userId: string): void {
    for (const [connection, reader] of this.#owners) {
      if (reader.userId === userId) void this.#check(connection);
    }
  }

  async #check(connection: StreamReader): Promise<void> {
    try {
      await this.#owners.get(connection)?.check();
    } catch {
      connection.end();
    }
  }

  /** Streams that are open. */
  get size(): number {
    return this.#allReaders.size;
  }

  /** True when there is a stream at this path. */
  serves(path: string): boolean {
    return this.#definitions.has(path);
  }

  /** True when a stream was begun on `socket`, after which no request on it can be answered. */
  owns(socket: Socket): boolean {
    return this.#sockets.has(socket);
  }

  /** Answers one request of `address` for a path that it serves: a stream, or a refusal as JSON before it begins. */
  async handle(
    request: IncomingMessage,
    response: ServerResponse,
    { path, address }: { path: string; address: string },
  ): Promise<void> {
    try {
      const opening = await this.#admit(request, path, address);
      // A drain that began meanwhile would not end this stream.
      if (this.#draining) throw new ServiceError("DRAINING");
      const leave = this.#admission.enter(address);
      response.on("close", leave);
      this.#open(opening, response);
    } catch (thrown) {
      if (!(thrown instanceof ServiceError)) throw thrown;
      metrics().streamsRefused.inc({ code: thrown.code });
      refuse(response, thrown);
    }
  }

  /** Ends every stream cleanly and refuses new ones with 503. */
  drain(): void {
    this.#draining = true;
    this.#allReaders.end();
  }

  /** Checks the request itself. The order decides which refusal is reported. */
  async #admit(request: IncomingMessage, path: string, address: string): Promise<StreamOpening> {
    const definition = this.#definitions.get(path);
    if (definition === undefined) throw new ServiceError("NOT_FOUND");
    if (request.method !== "GET") throw new ServiceError("METHOD_NOT_ALLOWED", { allowed: "GET" });
    if (this.#draining) throw new ServiceError("DRAINING");
    await this.#admission.knock(address);
    const query = new URL(request.url ?? "/", "http://app").searchParams;
    const endsAfterMs = lengthOf(query);
    const unknown = [...query.keys()].find(
      (name) => name !== SECONDS && name !== LAST_EVENT_ID && !definition.parameters.includes(name),
    );
    if (unknown !== undefined) {
      const reason = "there is no such parameter";
      throw new ServiceError("MALFORMED_QUERY", { parameter: unknown, reason });
    }
    const { "last-event-id": header } = request.headers;
    const reader = await definition.readerOf?.(request, { address, query });
    const asked = {
      query,
      reader,
      lastEventId: typeof header === "string" ? header : (query.get(LAST_EVENT_ID) ?? undefined),
    };
    return { path, ...asked, feeds: definition.feeds(asked), endsAfterMs };
  }

  #open(opening: StreamOpening, response: ServerResponse): void {
    const { socket } = response;
    // A stream behind another answer of the same connection could be written only after that has ended.
    if (socket === null) throw new ServiceError("STREAM_PIPELINED");
    this.#sockets.add(socket);
    const connection = new StreamReader(response, socket, {
      now: this.#timers.now,
      onReset: (reason) => metrics().streamsReset.inc({ reason }),
    });
    const leaves = [this.#count(connection, opening)];
    response.on("close", () => {
      for (const leave of leaves) leave();
    });
    const { endsAfterMs } = opening;
    if (endsAfterMs !== undefined)
      leaves.push(this.#timers.after(endsAfterMs, () => connection.end()));
    const state: Frame[] = [RETRY];
    for (const feed of opening.feeds) {
      const labels = labelsOf(opening.path, feed);
      // The group subscribes before the state is read, without an await in between, so that no change is
      // missed or sent twice.
      leaves.push(this.#join(feed, connection, opening));
      const frames = feed.state(opening.lastEventId);
      state.push(...frames);
      metrics().streamEventsSent.inc(labels, frames.length);
    }
    sendStreamHead(response, socket, {
      "X-Request-Id": newId("req"),
      ...(endsAfterMs !== undefined && SHORT_HEADERS),
    });
    connection.send(batchOf(state));
  }

  #count(connection: StreamReader, { path, feeds, reader }: StreamOpening): () => void {
    const [only, ...others] = feeds;
    const labels: StreamLabels =
      only !== undefined && others.length === 0
        ? labelsOf(path, only)
        : { stream: path, market: "several" };
    this.#allReaders.add(connection);
    if (reader !== undefined) this.#owners.set(connection, reader);
    metrics().streamsOpen.inc(labels);
    return () => {
      this.#allReaders.delete(connection);
      this.#owners.delete(connection);
      metrics().streamsOpen.dec(labels);
    };
  }

  #join(feed: Feed, connection: StreamReader, { path, reader }: StreamOpening): () => void {
    const owner = feed.isPublic === true ? "" : (reader?.userId ?? "");
    const name = [path, owner, feed.key].join(" ");
    const group = this.#groups.get(name) ?? this.#makeGroup(name, feed, labelsOf(path, feed));
    group.readers.add(connection);
    return () => {
      group.readers.delete(connection);
      if (group.readers.size > 0) return;
      group.unsubscribe();
      this.#groups.delete(name);
    };
  }

  #makeGroup(name: string, feed: Feed, labels: StreamLabels): Group {
    const readers = new ReaderSet();
    const unsubscribe = feed.subscribe((frames) => {
      this.#fanOut.send(frames, readers.now());
      metrics().streamEventsSent.inc(labels, frames.length * readers.size);
    });
    const group = { readers, unsubscribe };
    this.#groups.set(name, group);
    return group;
  }
}

/** Milliseconds after which the stream shall end, for readers behind a proxy that passes answers on only once they have ended. */
function lengthOf(query: URLSearchParams): number | undefined {
  const seconds = query.get(SECONDS);
  if (seconds === null) return undefined;
  const isWhole = /^[1-9]\d?$/.test(seconds) && Number(seconds) <= MAX_STREAM_SECONDS;
  if (isWhole && query.getAll(SECONDS).length === 1) return Number(seconds) * 1_000;
  const reason = `it is one whole number from 1 to ${MAX_STREAM_SECONDS}`;
  throw new ServiceError("MALFORMED_QUERY", { parameter: SECONDS, reason });
}

function labelsOf(stream: string, { market = "" }: Feed): StreamLabels {
  return { stream, market };
}
