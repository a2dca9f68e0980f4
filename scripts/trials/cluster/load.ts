/** Visitors of a cluster, each at an address of its own: pages, reads, signed orders through the app, and streams. */
import { once } from "node:events";
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { requestOf, type Wallet } from "#lib/kernel/wallet.ts";
import { prepareAppTrader } from "#scripts/dev/clients/app-trader.ts";
import { appPath } from "#scripts/dev/clients/wallet-session.ts";
import type { KnownOrder } from "#services/venue/testing/failover/client.ts";

const PAUSE_MS = 40;
/** A page costs a replica more than ten reads. */
const PAGE_PAUSE_MS = 150;
const ANSWER_MS = 15_000;
/** As the browser's client comes back at first. */
const RECONNECT_MS = 1_000;
const STREAM = "/api/perps-dex/stream?market=BTCUSDC";
const PAGES = ["/trade/BTCUSDC", "/"];
const READS = ["/api/perps-dex/markets", "/api/public/dex/stats"];

const Placed = z.object({ id: z.string(), digest: z.string() });

export type Kind = "page" | "read" | "own read" | "order";
/** What was answered; `reason` is the error code or how the request failed. */
export type LoadAnswer = { kind: Kind; at: number; ms: number; status: number; reason: string };
/** One stream from its end to the first event of the next one. */
export type Gap = { endedAt: number; backAfterMs: number };

export class Load {
  readonly answers: LoadAnswer[] = [];
  readonly gaps: Gap[] = [];
  /** Orders that were acknowledged. */
  readonly orders: KnownOrder[] = [];
  /** Streams that have sent something and not ended. */
  open = 0;
  readonly #url: string;
  readonly #running: Promise<void>[] = [];
  #addresses = 0;
  #stopped = false;

  constructor(url: string) {
    this.#url = url;
  }

  readPages(): void {
    this.#repeat("page", PAGE_PAUSE_MS, (round) => ({ path: PAGES[round % PAGES.length] ?? "/" }));
  }

  readMarkets(): void {
    this.#repeat("read", PAUSE_MS, (round) => ({ path: READS[round % READS.length] ?? "" }));
  }

  /** Signs in, funds the account and places orders that never fill, with reads in between. */
  async trade(sandbox: string, seed: Buffer): Promise<void> {
    const urls = { app: this.#url, sandbox };
    const terms = { label: "load", amount: "10000", seed };
    const { visitor, wallet } = await prepareAppTrader(urls, terms);
    const cookie = visitor
      .cookies()
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");
    const shared = { cookie, origin: this.#url };
    this.#repeat("own read", PAUSE_MS, () => ({ path: "/api/v1/account", headers: shared }));
    this.#repeat("order", PAUSE_MS, () => orderOf(wallet, shared));
  }

  /** Follows a market, and comes back whenever the stream ends. */
  follow(): void {
    this.#running.push(this.#follow(this.#nextAddress()));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#running);
  }

  #repeat(kind: Kind, pauseMs: number, next: (round: number) => LoadRequest): void {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const localAddress = this.#nextAddress();
    const run = async (): Promise<void> => {
      for (let round = 0; !this.#stopped; round += 1) {
        const at = performance.now();
        const { text, ...answer } = await ask(this.#url, { ...next(round), agent, localAddress });
        this.answers.push({ kind, at, ms: performance.now() - at, ...answer });
        if (kind === "order" && answer.status === 201) this.#keep(at, text);
        await sleep(pauseMs);
      }
      agent.destroy();
    };
    this.#running.push(run());
  }

  #keep(sentAt: number, text: string): void {
    const { id, digest } = Placed.parse(JSON.parse(text));
    const answeredAt = performance.now();
    this.orders.push({ kind: "known", node: this.#url, sentAt, answeredAt, digest, id });
  }

  async #follow(localAddress: string): Promise<void> {
    let endedAt: number | undefined;
    while (!this.#stopped) {
      const sent = request(this.#url + STREAM, { localAddress, agent: false }).end();
      try {
        const [response] = (await once(sent, "response")) as [IncomingMessage];
        if (response.statusCode === 200) {
          for await (const _ of response) {
            if (endedAt !== undefined) {
              this.gaps.push({ endedAt, backAfterMs: performance.now() - endedAt });
            }
            endedAt = undefined;
            if (this.#stopped) break;
          }
        } else response.resume();
      } catch {
        // The front or the replica ended it.
      }
      sent.destroy();
      endedAt ??= performance.now();
      if (!this.#stopped) await sleep(RECONNECT_MS);
    }
  }

  /** Each has the limits of one address. */
  #nextAddress(): string {
    this.#addresses += 1;
    return `127.0.9.${this.#addresses}`;
  }
}

type LoadRequest = {
  path: string;
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | null;
};

async function ask(
  url: string,
  { path, body, ...options }: LoadRequest & { agent: Agent; localAddress: string },
): Promise<{ status: number; reason: string; text: string }> {
  try {
    const sent = request(url + path, { ...options, timeout: ANSWER_MS });
    sent.on("timeout", () => sent.destroy(new Error("no answer")));
    sent.end(body);
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    let text = "";
    for await (const chunk of response.setEncoding("utf8")) text += String(chunk);
    const status = response.statusCode ?? 0;
    const reason = status < 400 ? "" : (/"error":"(\w+)"/.exec(text)?.[1] ?? "");
    return { status, reason, text };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { status: 0, reason, text: "" };
  }
}

function orderOf(wallet: Wallet, shared: OutgoingHttpHeaders): LoadRequest {
  const order = {
    market: "BTCUSDC",
    side: "BUY",
    order_type: "LIMIT",
    size: "0.001",
    price: "20000",
    time_in_force: "IOC",
  } as const;
  const write = wallet.place(order, wallet.timestamp(Date.now()));
  const { method, headers, body } = requestOf(write);
  return { path: appPath(write.path), method, headers: { ...shared, ...headers }, body };
}
