/** The simulated aggregator of the sandbox, over HTTP. */
import type { Server } from "node:http";
import { createSolanaRpc } from "@solana/kit";
import { closeServer, createHttpServer, listen } from "#lib/kernel/http/http-server.ts";
import { createLogger } from "#lib/kernel/log/log.ts";
import { RouteChain } from "#services/sandbox/routes/route-chain.ts";
import { RoutesSite } from "#services/sandbox/routes/routes-site.ts";

export class RoutesServer {
  /** The address of its API, as in `SWAP_ROUTES_URL`. */
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.url = `http://127.0.0.1:${port}/jupiter`;
  }

  /** @param chainUrl JSON-RPC of the chain with the pools */
  static async open(chainUrl: string): Promise<RoutesServer> {
    const chain = new RouteChain(createSolanaRpc(chainUrl));
    const site = new RoutesSite(chain, createLogger("sandbox", "silent"));
    const server = createHttpServer();
    server.on("request", (request, response) => {
      void site.handle(request, response, new URL(request.url ?? "/", "http://sandbox"));
    });
    const { port } = await listen(server, { host: "127.0.0.1", port: 0, setting: "port" });
    return new RoutesServer(server, port);
  }

  close(): Promise<void> {
    return closeServer(this.#server, 1_000);
  }
}
