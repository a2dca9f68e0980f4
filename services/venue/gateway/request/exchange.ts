/** One HTTP request and the place for its answer. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ServiceError, toErrorBody } from "#lib/kernel/errors/errors.ts";
import { newId } from "#lib/kernel/ids.ts";
import type { Logger } from "#lib/kernel/log/log.ts";
import { readTraceparent } from "#lib/kernel/log/tracing.ts";
import { sendStreamHead } from "#lib/kernel/streams/stream-head.ts";
import type { Receiver } from "#services/venue/link/link.ts";
import type { Quota } from "#services/venue/link/rate-limit-table.ts";
import type { GatewayCounters } from "./counters.ts";

const JSON_TYPE = "application/json; charset=utf-8";

/** What an exchange needs of its gateway. */
type Serving = {
  readonly counters: GatewayCounters;
  readonly log: Logger;
  /** Each answer then closes its connection. */
  readonly draining: boolean;
  /** Otherwise nothing that depends on the venue's state may leave. */
  readonly isPrimary: boolean;
};

export class Exchange implements Receiver {
  readonly incoming: IncomingMessage;
  readonly headers: IncomingMessage["headers"];
  readonly path: string;
  /** The variable part of the path, decoded. */
  segment = "";
  /** Methods that the path has, when the request's is not among them. */
  allowed: string | undefined;
  contentType = JSON_TYPE;
  /** What the request's bucket held; absent where nothing is limited. */
  quota: Quota | undefined;
  /** The text of the API key that this request makes. It never leaves this thread but in the answer. */
  keyText: string | undefined;
  readonly #gateway: Serving;
  readonly #outgoing: ServerResponse;
  readonly #queryText: string;
  #query: URLSearchParams | undefined;

  constructor(gateway: Serving, incoming: IncomingMessage, outgoing: ServerResponse) {
    const target = incoming.url ?? "/";
    const mark = target.indexOf("?");
    this.#gateway = gateway;
    this.incoming = incoming;
    this.#outgoing = outgoing;
    this.headers = incoming.headers;
    this.path = mark === -1 ? target : target.slice(0, mark);
    this.#queryText = mark === -1 ? "" : target.slice(mark + 1);
  }

  /** @throws MALFORMED_QUERY that names a query parameter outside `known` */
  allowParameters(known: ReadonlySet<string>): void {
    for (const name of this.#parameters()?.keys() ?? []) {
      if (known.has(name)) continue;
      const reason = "there is no such parameter";
      throw new ServiceError("MALFORMED_QUERY", { parameter: name.slice(0, 64), reason });
    }
  }

  /** A query parameter; `undefined` when absent. @throws MALFORMED_QUERY when it is given twice. */
  parameter(name: string): string | undefined {
    const values = this.#parameters()?.getAll(name) ?? [];
    if (values.length > 1) {
      throw new ServiceError("MALFORMED_QUERY", { parameter: name, reason: "it is given twice" });
    }
    return values[0];
  }

  #parameters(): URLSearchParams | undefined {
    if (this.#queryText === "") return undefined;
    return (this.#query ??= new URLSearchParams(this.#queryText));
  }

  /** A whole number between `least` and `most`; `undefined` when absent. @throws MALFORMED_QUERY */
  integer(name: string, { least, most }: { least: number; most: number }): number | undefined {
    const text = this.parameter(name);
    if (text === undefined) return undefined;
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most)) {
      const reason = `give a whole number from ${least} to ${most}`;
      throw new ServiceError("MALFORMED_QUERY", { parameter: name, reason });
    }
    return value;
  }

  /**
   * Sends a JSON text. When this process is not the primary any more, a read is refused, and a write gets no answer: it may
   * have taken effect.
   */
  answered(status: number, body: string): void {
    if (this.#gateway.isPrimary) this.answeredByProcess(status, body);
    else if (this.incoming.method === "GET") this.fail(new ServiceError("NOT_PRIMARY"));
    else this.#outgoing.destroy();
  }

  /** Begins a stream instead of an answer. @throws STREAM_PIPELINED, NOT_PRIMARY */
  openStream(): { response: ServerResponse; socket: Socket } {
    const response = this.#outgoing;
    const { socket } = response;
    // A stream behind another answer of the same connection could be written only after that has ended.
    if (socket === null) throw new ServiceError("STREAM_PIPELINED");
    if (!this.#gateway.isPrimary) throw new ServiceError("NOT_PRIMARY");
    this.#gateway.counters.request(200);
    sendStreamHead(response, socket);
    return { response, socket };
  }

  /** The same of a text that says nothing about the venue's state. */
  answeredByProcess(status: number, body: string): void {
    this.#gateway.counters.request(status);
    if (this.#outgoing.headersSent || this.#outgoing.destroyed) return;
    const text =
      this.keyText !== undefined && status === 201
        ? `{"key":"${this.keyText}",${body.slice(1)}`
        : body;
    this.#outgoing.writeHead(status, this.#answerHeaders(status, text));
    this.#outgoing.end(text);
  }

  /** Sends a refusal; whatever is not from the catalogue is logged and answered as a bare 500. */
  fail(given: unknown): void {
    const thrown = this.#gateway.isPrimary ? given : new ServiceError("NOT_PRIMARY");
    const known = thrown instanceof ServiceError && thrown.code !== "INTERNAL";
    const requestId = known ? undefined : newId("req");
    if (!known) {
      const trace = readTraceparent(this.headers["traceparent"])?.traceId;
      const details = { err: thrown, requestId, trace_id: trace, path: this.path };
      this.#gateway.log.error(details, "request failed");
    }
    const { status, body } = toErrorBody(thrown, requestId);
    this.answeredByProcess(status, JSON.stringify(body));
  }

  #answerHeaders(status: number, text: string): string[] {
    const headers = [
      "content-type",
      this.contentType,
      "content-length",
      String(Buffer.byteLength(text)),
      "cache-control",
      "no-store",
      "x-content-type-options",
      "nosniff",
    ];
    const { quota } = this;
    if (quota !== undefined) {
      headers.push("ratelimit-limit", String(quota.limit));
      headers.push("ratelimit-remaining", String(quota.remaining));
      headers.push("ratelimit-reset", String(quota.resetSeconds));
    }
    if (status >= 400) this.#addRefusalHeaders(headers, status);
    if (this.#gateway.draining || this.hasUnreadBody()) headers.push("connection", "close");
    return headers;
  }

  /** A body that was not received to its end would be taken for the next request. */
  hasUnreadBody(): boolean {
    if (this.incoming.complete) return false;
    const length = this.headers["content-length"];
    return this.headers["transfer-encoding"] !== undefined || (length ?? "0") !== "0";
  }

  #addRefusalHeaders(headers: string[], status: number): void {
    if (status === 401) headers.push("www-authenticate", "Bearer");
    if (status === 405 && this.allowed !== undefined) headers.push("allow", this.allowed);
    if (status === 429) headers.push("retry-after", String(this.quota?.retrySeconds ?? 1));
    if (status === 503) headers.push("retry-after", "1");
  }
}
