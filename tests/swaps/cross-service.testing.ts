/**
 * The app's half of swaps to another network, with two chains and a relay. Each part runs by hand,
 * step by step.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { vi } from "vitest";
import { listen } from "#lib/kernel/http/http-server.ts";
import type { SwapState } from "#lib/protocol/wire/swaps.ts";
import { swapNode } from "#lib/swaps/chain/swap-node.ts";
import { requireSwaps } from "#lib/swaps/chain/swap-settings.ts";
import { destinationNode } from "#lib/swaps/cross/destination-node.ts";
import { SettlementFinder } from "#lib/swaps/cross/find-settlement.ts";
import { followSettlements } from "#lib/swaps/cross/follow-settlements.ts";
import type { ChainIntake } from "#lib/swaps/intake/follow-chain.ts";
import { swaps } from "#lib/swaps/schema/swaps.ts";
import type { Relay } from "#services/sandbox/relay/relay.ts";
import { CrossWorld } from "./cross-world.testing.ts";
import { SwapService } from "./swap-service.testing.ts";

export class CrossService {
  readonly service: SwapService;
  readonly world: CrossWorld;
  /** The connection to the destination's node. */
  readonly line: NodeLine;
  /** Small, so that a few hundred transactions exceed one read. */
  finder = new SettlementFinder({ mostPages: 2 });
  #intake: ChainIntake | undefined;

  private constructor(service: SwapService, world: CrossWorld, line: NodeLine) {
    this.service = service;
    this.world = world;
    this.line = line;
  }

  static async open(databaseUrl?: string): Promise<CrossService> {
    const service = await SwapService.open({}, databaseUrl);
    const world = await CrossWorld.open(service.world);
    const line = await NodeLine.open(world.destination.chain.port);
    vi.stubEnv("SWAP_DESTINATION_RPC_URL", line.url);
    vi.stubEnv("SWAP_RELAY_URL", "https://relay.example/v1");
    vi.stubEnv("SWAP_RELAY_OWNER", world.signer.address);
    return new CrossService(service, world, line);
  }

  async close(): Promise<void> {
    this.line.close();
    await this.world.close();
    await this.service.close();
  }

  /** One pass of all the app's periodic tasks. */
  async pass(now = Date.now()): Promise<void> {
    this.#intake ??= await this.service.intake();
    await this.#intake.run(now);
    await this.service.follow(now);
    await this.settle(now);
  }

  /** One pass of the task that reads both networks. */
  async settle(now = Date.now()): Promise<number> {
    const settings = await requireSwaps();
    const { cross } = settings;
    if (cross === undefined) throw new Error("swaps stay on one network");
    const destination = () => destinationNode(cross);
    const { finder } = this;
    const parts = { settings: { ...settings, cross }, source: await swapNode(), destination };
    return followSettlements({ db: this.service.db, finder, ...parts }, now);
  }

  /** Starts with a fresh intake, which has read nothing. */
  forget(): void {
    this.#intake = undefined;
  }

  async row(signature: string) {
    const { db } = this.service;
    const [row] = await db.select().from(swaps).where(eq(swaps.signature, signature));
    return row;
  }

  /**
   * Runs passes until the swap is in this state. @param relay runs meanwhile. @returns the swap's
   * row and the states on the way
   */
  async until(signature: string, wanted: SwapState, relay?: Relay) {
    const states: string[] = [];
    for (const end = Date.now() + 20_000; Date.now() < end; ) {
      await relay?.run(Date.now());
      await this.pass();
      const row = await this.row(signature);
      if (row !== undefined && row.status !== states.at(-1)) states.push(row.status);
      if (row?.status === wanted) return { row, states };
      await sleep(15);
    }
    throw new Error(`it is not ${wanted}, but went through ${states.join(", ")}`);
  }
}

type RpcCall = { id: number; method: string; params: readonly unknown[] };

/** Forwards requests to a node while it is up. */
class NodeLine {
  isDown = false;
  /** Signatures of transactions that the node cannot return, with its error codes. */
  readonly withheld = new Map<string, number>();
  /** How often each transaction was requested. */
  readonly requested = new Map<string, number>();
  readonly url: string;
  readonly close: () => void;

  private constructor(url: string, close: () => void) {
    this.url = url;
    this.close = close;
  }

  static async open(nodePort: number): Promise<NodeLine> {
    const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
      if (line.isDown) {
        incoming.socket.destroy();
        return;
      }
      const body = await text(incoming);
      const refusal = line.#refusalOf(body);
      if (refusal !== undefined) {
        response.setHeader("content-type", "application/json").end(refusal);
        return;
      }
      const { method, headers } = incoming;
      const passed = request({ port: nodePort, host: "127.0.0.1", method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      passed.on("error", () => response.destroy());
      passed.end(body);
    };
    const server = createServer((incoming, response) => void serve(incoming, response));
    const { port } = await listen(server, { host: "127.0.0.1", port: 0, setting: "port" });
    const line = new NodeLine(`http://127.0.0.1:${port}`, () => {
      server.closeAllConnections();
      server.close();
    });
    return line;
  }

  #refusalOf(body: string): string | undefined {
    const { id, method, params } = JSON.parse(body) as RpcCall;
    const [signature] = params;
    if (method !== "getTransaction" || typeof signature !== "string") return undefined;
    this.requested.set(signature, (this.requested.get(signature) ?? 0) + 1);
    const code = this.withheld.get(signature);
    if (code === undefined) return undefined;
    return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message: "It is withheld." } });
  }
}
