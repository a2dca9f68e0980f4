/**
 * A stream of server-sent events that is kept open: it connects again with back-off, treats silence as a dead
 * connection, and bounds its buffer. It uses `node:http`, where each of these can be set.
 */
import http from "node:http";
import https from "node:https";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import type { Logger } from "#lib/kernel/log/log.ts";
import type { Timers } from "#lib/kernel/time/timers.ts";

const CONNECT_TIMEOUT_MS = 10_000;
/** Characters of a refusal's body that are logged. */
const SHOWN_CHARACTERS = 200;

export type EventStreamOptions = {
  /** For the log: whose stream it is, and what is said when it begins and when it is lost. */
  name: string;
  texts: { open: string; lost: string };
  /** Called for each connection. */
  url: () => string;
  /** The same. Never logged. */
  headers?: () => Record<string, string>;
  /** The wait before the first new try, doubling to the longest. */
  waitMs: { first: number; longest: number };
  /** Without a byte for this long the connection counts as dead. */
  silenceMs: number;
  /** An event that is larger ends the connection. */
  maxEventCharacters: number;
  timers: Timers;
  log: Logger;
  /** False when the event is not of the documented form: such a stream does not count as working. */
  onEvent: (event: EventSourceMessage) => boolean;
  /** The connection to `url` is lost, or was refused with a status. */
  onLost?: (url: string, status: number | undefined) => void;
};

export class EventStream {
  readonly #options: EventStreamOptions;
  #request: http.ClientRequest | undefined;
  #cancelWait: (() => void) | undefined;
  #cancelSilence: (() => void) | undefined;
  #waitMs: number;
  #url = "";
  /** Of a refusal. */
  #status: number | undefined;
  #connected = false;
  #closed = false;
  #lastReason: string | undefined;

  constructor(options: EventStreamOptions) {
    this.#options = options;
    this.#waitMs = options.waitMs.first;
    this.#connect();
  }

  get connected(): boolean {
    return this.#connected;
  }

  /** Connects anew at once. */
  restart(reason: string): void {
    this.#waitMs = 0;
    this.#lose(this.#request, reason);
  }

  close(): void {
    this.#closed = true;
    this.#connected = false;
    this.#cancelWait?.();
    this.#cancelSilence?.();
    this.#request?.destroy();
  }

  #connect(): void {
    const url = this.#options.url();
    const headers = this.#options.headers?.();
    this.#url = url;
    this.#status = undefined;
    const transport = url.startsWith("https:") ? https : http;
    const request = transport.get(url, {
      agent: false,
      headers: { accept: "text/event-stream", "cache-control": "no-store", ...headers },
    });
    this.#request = request;
    this.#awaitBytes(CONNECT_TIMEOUT_MS, "no answer in time");
    request.on("response", (response) => this.#read(request, response));
    request.on("error", (error) => this.#lose(request, error.message));
  }

  #read(request: http.ClientRequest, response: http.IncomingMessage): void {
    const { maxEventCharacters, silenceMs } = this.#options;
    const refused = refusalOf(response);
    if (refused !== undefined) this.#status = response.statusCode;
    response.setEncoding("utf8");
    response.on("error", (error) => this.#lose(request, error.message));
    response.on("close", () => this.#lose(request, refused ?? "the connection was closed"));
    if (refused !== undefined) {
      response.once("data", (text: string) => {
        this.#lose(request, `${refused}: ${text.slice(0, SHOWN_CHARACTERS)}`);
      });
      return;
    }
    const parser = createParser({
      maxBufferSize: maxEventCharacters,
      onEvent: (event) => this.#take(event),
      onError: (error) => {
        if (error.type !== "max-buffer-size-exceeded") return;
        this.#lose(request, `an event is larger than ${maxEventCharacters} characters`);
      },
    });
    response.on("data", (text: string) => {
      if (this.#request !== request) return;
      this.#awaitBytes(silenceMs, `silent for ${silenceMs / 1000} s`);
      parser.feed(text);
    });
  }

  #take(event: EventSourceMessage): void {
    if (this.#closed || !this.#options.onEvent(event)) return;
    this.#waitMs = this.#options.waitMs.first;
    if (this.#connected) return;
    this.#connected = true;
    this.#lastReason = undefined;
    const { log, name, texts } = this.#options;
    log.info({ source: name }, texts.open);
  }

  #awaitBytes(delayMs: number, reason: string): void {
    this.#cancelSilence?.();
    const request = this.#request;
    this.#cancelSilence = this.#options.timers.after(delayMs, () => this.#lose(request, reason));
  }

  /** Ends one connection, once, and plans the next. */
  #lose(request: http.ClientRequest | undefined, reason: string): void {
    if (this.#closed || request === undefined || request !== this.#request) return;
    this.#request = undefined;
    this.#connected = false;
    this.#cancelSilence?.();
    request.destroy();
    const { name, texts, log, timers, waitMs } = this.#options;
    // The same reason again and again is one line in the log.
    if (reason !== this.#lastReason) log.warn({ source: name, reason }, texts.lost);
    this.#lastReason = reason;
    this.#cancelWait = timers.after(this.#waitMs, () => this.#connect());
    this.#waitMs = Math.min(waitMs.longest, Math.max(waitMs.first, this.#waitMs * 2));
    this.#options.onLost?.(this.#url, this.#status);
  }
}

/** Why an answer is not a stream. A redirect is not followed: the key would go to an address that is not configured. */
function refusalOf({ statusCode, headers }: http.IncomingMessage): string | undefined {
  const redirect = headers.location === undefined ? "" : ` and redirects to ${headers.location}`;
  if (statusCode !== 200) return `it answered ${statusCode}${redirect}`;
  if (headers["content-type"]?.startsWith("text/event-stream")) return undefined;
  return "it answered with something else than an event stream";
}

/** The JSON of an event's data; `undefined` when the data is not JSON. */
export function eventJson(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
