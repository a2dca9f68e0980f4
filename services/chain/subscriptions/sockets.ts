/**
 * The WebSocket of subscriptions: JSON-RPC requests that begin and end them, and their
 * notifications.
 */
import type { Server } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import type { Logger } from "#lib/kernel/log/log.ts";
import type { RpcNode } from "#services/chain/rpc/method.ts";
import { failure, readRequest } from "#services/chain/rpc/methods/answer.ts";
import {
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  RpcFailure,
} from "#services/chain/rpc/rpc-failure.ts";
import { ProgressFeed } from "./progress-feed.ts";
import { type ChainProgress, RPC_SUBSCRIPTIONS, type RpcSubscription } from "./subscription.ts";

const MAX_CONNECTIONS = 1_000;
const MAX_SUBSCRIPTIONS = 1_000;
const MESSAGE_LIMIT_BYTES = 50 * 1024;
/** A client with more unread bytes than this is disconnected. */
const MAX_UNSENT_BYTES = 4 * 1024 * 1024;

type Client = { socket: WebSocket; subscriptions: Map<number, RpcSubscription> };

export class Sockets {
  readonly #node: RpcNode;
  readonly #log: Pick<Logger, "error">;
  readonly #feed: ProgressFeed;
  readonly #clients = new Set<Client>();
  readonly #servers: WebSocketServer[] = [];
  #ids = 0;

  constructor(node: RpcNode, log: Pick<Logger, "error">) {
    this.#node = node;
    this.#log = log;
    this.#feed = new ProgressFeed(node.ledger, (progress) => this.#notifyAll(progress));
  }

  get connections(): number {
    return this.#clients.size;
  }

  /** Accepts the WebSocket upgrades of a server. */
  serve(server: Server): void {
    const sockets = new WebSocketServer({ server, maxPayload: MESSAGE_LIMIT_BYTES });
    sockets.on("connection", (socket) => this.#accept(socket));
    this.#servers.push(sockets);
  }

  close(): void {
    this.#feed.stop();
    for (const { socket } of this.#clients) socket.close(1001);
    for (const server of this.#servers) server.close();
  }

  #accept(socket: WebSocket): void {
    if (this.#clients.size >= MAX_CONNECTIONS) return socket.close(1013);
    const client: Client = { socket, subscriptions: new Map() };
    this.#clients.add(client);
    socket.on("message", (data, isBinary) => {
      // The socket delivers one buffer by default.
      this.#receive(client, isBinary || !Buffer.isBuffer(data) ? "" : data.toString("utf8"));
    });
    socket.on("close", () => this.#clients.delete(client));
    socket.on("error", () => socket.terminate());
  }

  #receive(client: Client, text: string): void {
    const request = readRequest(parse(text));
    if (request === undefined) {
      return this.#send(client, failure(null, new RpcFailure(INVALID_REQUEST, "Invalid request")));
    }
    const { id, method, params } = request;
    // Notifications from clients, such as pings, need no answer.
    if (id === undefined) return;
    try {
      const { result, begin } = this.#call(client, method, params);
      this.#send(client, { jsonrpc: "2.0", result, id });
      begin?.();
    } catch (error) {
      if (!(error instanceof RpcFailure)) throw error;
      this.#send(client, failure(id, error));
    }
  }

  #call(
    client: Client,
    method: string,
    params: unknown[],
  ): { result: unknown; begin?: () => void } {
    const make = Object.hasOwn(RPC_SUBSCRIPTIONS, method) ? RPC_SUBSCRIPTIONS[method] : undefined;
    if (make !== undefined) return this.#subscribe(client, make(this.#node, params));
    const subscribed = method.replace(/Unsubscribe$/, "Subscribe");
    if (subscribed === method || !Object.hasOwn(RPC_SUBSCRIPTIONS, subscribed)) {
      throw new RpcFailure(METHOD_NOT_FOUND, "Method not found");
    }
    if (client.subscriptions.delete(Number(params[0]))) return { result: true };
    throw new RpcFailure(INVALID_PARAMS, "Invalid subscription id.");
  }

  #subscribe(client: Client, subscription: RpcSubscription) {
    if (client.subscriptions.size >= MAX_SUBSCRIPTIONS) {
      throw new RpcFailure(INVALID_PARAMS, "Too many subscriptions of one connection");
    }
    this.#ids += 1;
    const id = this.#ids;
    client.subscriptions.set(id, subscription);
    // Its first notifications follow the answer that contains its id.
    const begin = () => this.#notify(client, id, subscription, subscription.atOnce?.() ?? []);
    return { result: id, begin };
  }

  #notifyAll(progress: ChainProgress): void {
    for (const client of this.#clients) {
      for (const [id, subscription] of client.subscriptions) {
        this.#notify(client, id, subscription, subscription.results(progress));
      }
    }
  }

  #notify(client: Client, id: number, subscription: RpcSubscription, results: unknown[]): void {
    for (const result of results) {
      const params = { result, subscription: id };
      this.#send(client, { jsonrpc: "2.0", method: subscription.notification, params });
      if (subscription.once) client.subscriptions.delete(id);
    }
  }

  #send({ socket }: Client, message: unknown): void {
    if (socket.bufferedAmount > MAX_UNSENT_BYTES) {
      this.#log.error({ unsent: socket.bufferedAmount }, "a subscriber reads too slowly");
      socket.terminate();
      return;
    }
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
