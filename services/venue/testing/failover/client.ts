/** A client of several addresses that keeps a log of what it sent and received. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, limit, TestTrader } from "#services/venue/venue.testing.ts";

const ANSWER_MS = 2_000;
/** Marks are not moved while there is no primary, and an order may be sent for longer than its signature holds. */
const EXPECTED_REFUSALS: ReadonlySet<string> = new Set(["MARK_STALE", "TIMESTAMP_OUT_OF_WINDOW"]);
const PAUSE_MS = 20;

/** Times are of `performance.now()`, the same for all clients. */
type Acknowledgement = { node: string; sentAt: number; answeredAt: number };
export type AcknowledgedOrder = Acknowledgement & {
  kind: "order";
  digest: string;
  id: string;
  seq: number;
};
/** A 409 with the order: it was known already. */
export type KnownOrder = Acknowledgement & { kind: "known"; digest: string; id: string };
export type ReadHeight = Acknowledgement & { kind: "height"; height: number };
export type LogEntry = AcknowledgedOrder | KnownOrder | ReadHeight;

type Request = Parameters<typeof fetch>[1];

export class FailoverClient {
  readonly log: LogEntry[] = [];
  /** Requests without an answer, or with one that is not from a primary. */
  unanswered = 0;
  readonly #name: string;
  readonly #nodes: readonly string[];
  readonly #key: string;
  readonly #price: string;
  #current = 0;
  #stopped = false;

  /** @param price at which its orders do not fill */
  constructor(name: string, nodes: readonly string[], key: string, price = "60000") {
    this.#price = price;
    this.#name = name;
    this.#nodes = nodes;
    this.#key = key;
  }

  /** Reads until `stop`, and places orders in between; each order is sent until its end is known. */
  async run({ readsOnly }: { readsOnly: boolean } = { readsOnly: false }): Promise<void> {
    for (let index = 0; !this.#stopped; index += 1) {
      if (readsOnly || index % 3 === 2) await this.#read();
      else await this.#place(index);
      await sleep(PAUSE_MS);
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  async #place(index: number): Promise<void> {
    const trader = Object.assign(new TestTrader("", this.#name), { key: this.#key });
    // Far from the mark and small: none of them fills, and none is refused for its margin.
    const body = { ...limit("BUY", "0.0002", this.#price), time_in_force: "IOC" as const };
    const request = trader.placeRequest(body, Date.now() - (index % 7));
    while (!this.#stopped) {
      const response = await this.#send("/v1/orders", request);
      if (response === undefined) continue;
      const { answer, ...where } = response;
      const { id, digest, seq_no: seq } = orderIn(answer);
      if (answer.status === 201) {
        this.log.push({ kind: "order", ...where, digest, id, seq: Number(seq) });
      } else if (answer.status === 409 && id !== undefined) {
        this.log.push({ kind: "known", ...where, digest, id });
      } else if (!EXPECTED_REFUSALS.has(String(answer.body["error"]))) {
        throw new Error(`an order was refused: ${JSON.stringify(answer.body)}`);
      }
      return;
    }
  }

  async #read(): Promise<void> {
    const response = await this.#send("/v1/blocks/latest", {});
    if (response?.answer.status !== 200) return;
    const { answer, ...where } = response;
    this.log.push({ kind: "height", ...where, height: Number(answer.body["height"]) });
  }

  /** `undefined` when its outcome is unknown; the next request goes to the next address. */
  async #send(
    path: string,
    request: Request,
  ): Promise<(Acknowledgement & { answer: Answer }) | undefined> {
    const node = this.#nodes[this.#current % this.#nodes.length] ?? "";
    const sentAt = performance.now();
    try {
      const signal = AbortSignal.timeout(ANSWER_MS);
      const response = await fetch(`${node}${path}`, { ...request, signal });
      const body = (await response.json()) as Record<string, unknown>;
      const answeredAt = performance.now();
      if (response.status < 500) {
        const answer = { status: response.status, body, headers: response.headers };
        return { node, sentAt, answeredAt, answer };
      }
    } catch {
      // Refused, reset, or too late: the outcome is unknown.
    }
    this.unanswered += 1;
    this.#current += 1;
    await sleep(PAUSE_MS);
    return undefined;
  }
}

type OrderAnswer = { id: string; digest: string; seq_no: number };

function orderIn({ status, body }: Answer): OrderAnswer {
  return (status === 409 ? (body["data"] ?? {}) : body) as OrderAnswer;
}
