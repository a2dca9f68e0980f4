/** Visitors of a cluster, each at an address of its own: pages, reads, signed orders through the app, and streams. */
import { once } from "node:events";
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { placeOrderFields } from "#lib/protocol/orders/orders.ts";
import { encodeCreateApiKey, encodePlaceOrder } from "#lib/protocol/signing/signing.ts";
import { AppVisitor } from "#scripts/checks/wallet-session.ts";
import { Wallet } from "#services/sandbox/venue/wallet.ts";
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

export type Kind = "page" | "read" | "own read" | "order";
/** What was answered; `reason` is the error code or how the request failed. */
export type Told = { kind: Kind; at: number; ms: number; status: number; reason: string };
/** One stream from its end to the first event of the next one. */
export type Gap = { endedAt: number; backAfterMs: number };

export class Load {
  readonly told: Told[] = [];
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
    const wallet = new Wallet(seed);
    const visitor = new AppVisitor(this.#url);
    await visitor.signIn({ seed: seed.toString("hex"), address: wallet.address });
    await createKey(visitor, wallet);
    const body = JSON.stringify({ account: wallet.address, amount: "10000" });
    await post(`${sandbox}/faucet`, body);
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

  #repeat(kind: Kind, pauseMs: number, next: (round: number) => Asked): void {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const localAddress = this.#nextAddress();
    const run = async (): Promise<void> => {
      for (let round = 0; !this.#stopped; round += 1) {
        const at = performance.now();
        const { text, ...told } = await ask(this.#url, { ...next(round), agent, localAddress });
        this.told.push({ kind, at, ms: performance.now() - at, ...told });
        if (kind === "order" && told.status === 201) this.#keep(at, text);
        await sleep(pauseMs);
      }
      agent.destroy();
    };
    this.#running.push(run());
  }

  #keep(sentAt: number, text: string): void {
    const { id, digest } = JSON.parse(text) as { id: string; digest: string };
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

type Asked = { path: string; method?: string; headers?: OutgoingHttpHeaders; body?: string };

async function ask(
  url: string,
  { path, body, ...options }: Asked & { agent: Agent; localAddress: string },
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

function orderOf(wallet: Wallet, shared: OutgoingHttpHeaders): Asked {
  const body = {
    market: "BTCUSDC",
    side: "BUY",
    order_type: "LIMIT",
    size: "0.001",
    price: "20000",
    time_in_force: "IOC",
  } as const;
  const timestamp = wallet.timestamp(Date.now());
  const payload = encodePlaceOrder(placeOrderFields(body), BigInt(timestamp));
  const signature = wallet.sign("place_order", payload, timestamp);
  return {
    path: "/api/venue/orders",
    method: "POST",
    headers: { ...shared, "content-type": "application/json", ...signature },
    body: JSON.stringify(body),
  };
}

async function createKey(visitor: AppVisitor, wallet: Wallet): Promise<void> {
  const timestamp = wallet.timestamp(Date.now());
  const body = { label: "load", signer: null, expires_at: 0 };
  const payload = encodeCreateApiKey({ ...body, expires_at: 0n }, BigInt(timestamp));
  const signature = wallet.sign("create_api_key", payload, timestamp);
  const answer = await visitor.request("/api/venue/key", {
    method: "POST",
    headers: { "content-type": "application/json", ...signature },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`No venue key: ${await answer.text()}`);
}

async function post(url: string, body: string): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(`${url}: ${await answer.text()}`);
}
