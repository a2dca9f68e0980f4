/**
 * A reader of the market stream in one file, to copy into your own project. Needs no package. Node 22.18 or later runs it as
 * it is, and in a clone `npx node` is the Node that `npm ci` has installed; compiled, it runs on Node 20.3.
 * Everything that it does is described in docs/api/streams.md.
 *
 * It stays connected: a refused or ended stream is opened again after 1 s, doubling to 15 s, and one that is silent
 * for 40 s is dead. It follows the fills by id, so that a reconnect neither repeats one nor leaves one out.
 *
 *     npx node clients/typescript/src/market-stream.ts http://localhost:3000 http://127.0.0.1:4000 BTCUSDC
 */
import { pathToFileURL } from "node:url";

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;
/** A heartbeat comes every 15 s, so a longer silence is a dead connection. */
const SILENCE_MS = 40_000;
/** The venue answers at once or not at all; the stream waits unread meanwhile. */
const TAPE_ANSWER_MS = 3_000;
const TAPE_RETRY_MS = 5_000;

export type Trade = { id: number; created_at: number; price: string; size: string; side: string };

/** This reader makes `connected` and `disconnected`; the server sends everything else. */
export type StreamMessage =
  | { event: "trades"; data: Trade[] }
  | { event: "disconnected"; data: { reason: string; retryInMs: number } }
  | { event: string; data: unknown };

export type StreamOptions = {
  /** The application host, such as http://localhost:3000. */
  baseUrl: string;
  /** The venue. Its REST tape fills the gaps between two connections. */
  venueUrl: string;
  /** One market. */
  market: string;
  /** Event names. Without them, every event. */
  events?: readonly string[];
  /** Kline intervals: 1s, 1m, 5m, 15m, 1h, 4h, 1d. */
  klines?: readonly string[];
  /** Ends the stream. */
  signal?: AbortSignal;
  /** For tests: waits this many milliseconds. */
  pause?: (ms: number) => Promise<void>;
};

/** The request can never succeed: an unknown market, event or interval. */
export class StreamRefusal extends Error {}

/** Endless, until `signal` ends it. @throws StreamRefusal */
export async function* marketStream(options: StreamOptions): AsyncGenerator<StreamMessage> {
  const { signal, pause = sleep } = options;
  const tape = new Tape(options);
  let wait = FIRST_WAIT_MS;
  for (;;) {
    let reason = "the server ended the stream";
    let retryAfterMs = 0;
    const silence = new SilenceWatch();
    try {
      const body = await connect(options, silence);
      yield { event: "connected", data: null };
      // The stream is open: it brings every later fill, and the tape has every earlier one.
      yield* tape.catchUp();
      for await (const message of readMessages(body, silence)) {
        wait = FIRST_WAIT_MS;
        if (message.event === "trades") yield* tape.append(message.data as Trade[]);
        else yield message;
        yield* tape.catchUp();
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (error instanceof StreamRefusal) throw error;
      if (error instanceof Refused) retryAfterMs = error.retryAfterMs;
      reason = error instanceof Error ? error.message : String(error);
    } finally {
      silence.end();
      tape.disconnected();
    }
    const retryInMs = Math.max(wait, retryAfterMs);
    yield { event: "disconnected", data: { reason, retryInMs } };
    await pause(retryInMs);
    wait = Math.min(wait * 2, LONGEST_WAIT_MS);
  }
}

/** Aborts a connection that brings nothing for 40 s, and every connection at the end. */
class SilenceWatch {
  readonly #controller = new AbortController();
  #timer = this.#start();

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  heard(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#start();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#controller.abort();
  }

  #start(): NodeJS.Timeout {
    return setTimeout(() => this.#controller.abort(new Error("nothing came for 40 s")), SILENCE_MS);
  }
}

/** Refused for now: too many streams (429), or full or restarting (503). */
class Refused extends Error {
  readonly retryAfterMs: number;
  constructor(response: Response) {
    super(`the server answered ${response.status}`);
    this.retryAfterMs = 1_000 * Number(response.headers.get("retry-after") ?? 0) || 0;
  }
}

async function connect(
  { baseUrl, market, events, klines, signal }: StreamOptions,
  silence: SilenceWatch,
): Promise<AsyncIterable<Uint8Array>> {
  const query = new URLSearchParams({ market });
  if (events !== undefined) query.set("events", events.join(","));
  if (klines !== undefined) query.set("kline", klines.join(","));
  const response = await fetch(`${baseUrl}/api/perps-dex/stream?${query}`, {
    headers: { Accept: "text/event-stream" },
    signal: AbortSignal.any(signal === undefined ? [silence.signal] : [silence.signal, signal]),
  });
  if (response.status === 200 && response.body !== null) return response.body;
  const text = await response.text();
  const isFinal = response.status >= 400 && response.status < 500 && response.status !== 429;
  throw isFinal ? new StreamRefusal(text) : new Refused(response);
}

/** Server-sent events: `event:` and `data:` lines, and an empty line after each message. */
async function* readMessages(
  body: AsyncIterable<Uint8Array>,
  silence: SilenceWatch,
): AsyncGenerator<StreamMessage> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) {
    silence.heard();
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = new Map(block.split("\n").map((line) => splitOnce(line, ": ")));
      const data = fields.get("data");
      // A block without data has nothing for a reader.
      if (data !== undefined) yield { event: fields.get("event") ?? "", data: JSON.parse(data) };
    }
  }
}

/** Passes on each fill once and in order, by its id. Two fills can share a millisecond, but never an id. */
class Tape {
  readonly #options: StreamOptions;
  readonly #isWanted: boolean;
  #last: Trade | undefined;
  #polled = false;
  /** False until the fills of the time without a stream have been read; fills from the stream may repeat those. */
  #current = false;
  #nextPollAt = 0;

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#isWanted = options.events?.includes("trades") ?? true;
  }

  disconnected(): void {
    this.#current = false;
    this.#nextPollAt = 0;
  }

  *append(trades: readonly Trade[]): Generator<StreamMessage> {
    const fresh = trades.filter((trade) => trade.id > (this.#last?.id ?? 0));
    if (!this.#current || fresh.length === 0) return;
    this.#last = fresh.at(-1);
    yield { event: "trades", data: fresh };
  }

  /**
   * Reads the latest page first, later everything since the last fill. When the venue does not answer, the reader asks
   * again later.
   */
  async *catchUp(): AsyncGenerator<StreamMessage> {
    if (!this.#isWanted || this.#current || Date.now() < this.#nextPollAt) return;
    let missed: Trade[];
    try {
      missed = await this.#read();
    } catch {
      this.#nextPollAt = Date.now() + TAPE_RETRY_MS;
      return;
    }
    this.#polled = true;
    this.#current = true;
    yield* this.append(missed);
  }

  async #read(): Promise<Trade[]> {
    const { venueUrl, market } = this.#options;
    const base = { market, page_size: this.#polled ? "1000" : "100" };
    const since = String(this.#last?.created_at ?? 0);
    let query = new URLSearchParams(this.#polled ? { ...base, start_at: since } : base);
    const fills: Trade[] = [];
    for (;;) {
      const response = await fetch(`${venueUrl}/v1/trades?${query}`, {
        signal: AbortSignal.timeout(TAPE_ANSWER_MS),
      });
      if (!response.ok) throw new Error(`the venue answered ${response.status} for its tape`);
      const page = (await response.json()) as { results: Trade[]; next: string | null };
      fills.push(...page.results);
      if (page.next === null || !this.#polled) return fills;
      query = new URLSearchParams({ ...base, cursor: page.next });
    }
  }
}

function splitOnce(line: string, separator: string): [string, string] {
  const at = line.indexOf(separator);
  return at === -1 ? [line, ""] : [line.slice(0, at), line.slice(at + separator.length)];
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [
    ,
    ,
    baseUrl = "http://localhost:3000",
    venueUrl = "http://127.0.0.1:4000",
    market = "BTCUSDC",
  ] = process.argv;
  // The reader of the output, such as `head`, has seen enough.
  process.stdout.on("error", () => process.exit());
  const events = ["mark", "trades", "kline"];
  for await (const { event, data } of marketStream({
    baseUrl,
    venueUrl,
    market,
    events,
    klines: ["1m"],
  })) {
    console.log(event, JSON.stringify(data));
  }
}
