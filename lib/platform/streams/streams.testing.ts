/** For tests of streams: a feed with the latest event of each key, a server of some definitions, and clients of it. */
import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { type Frame, frameOf, type ServerSentEvent } from "#lib/kernel/streams/frames.ts";
import { ManualTimers } from "#lib/kernel/time/timers.testing.ts";
import type { AdmissionLimits } from "./admission.ts";
import type { Feed, StreamDefinition } from "./stream-definition.ts";
import { StreamServer } from "./stream-server.ts";

/** A server without anybody who is signed in. */
export const NOBODY = () => Promise.reject(new ServiceError("SIGN_IN_REQUIRED"));

export class TestFeed implements Feed {
  readonly key: string;
  readonly #state = new Map<string, Frame>();
  readonly #listeners = new Set<(frames: readonly Frame[]) => void>();

  constructor(key: string) {
    this.key = key;
  }

  /** Groups of readers that follow it. */
  get listeners(): number {
    return this.#listeners.size;
  }

  send(event: ServerSentEvent): Frame {
    const frame = frameOf(event);
    if (event.key !== undefined) this.#state.set(event.key, frame);
    for (const deliver of this.#listeners) deliver([frame]);
    return frame;
  }

  readonly state = (_lastEventId: string | undefined): readonly Frame[] => [
    ...this.#state.values(),
  ];

  readonly subscribe = (deliver: (frames: readonly Frame[]) => void): (() => void) => {
    this.#listeners.add(deliver);
    return () => void this.#listeners.delete(deliver);
  };
}

export type TestStream = {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: () => string;
  ended: () => boolean;
  close: () => void;
};

/** All clients have one address. */
export class TestStreams {
  readonly timers = new ManualTimers(1_000_000);
  readonly server: StreamServer;
  readonly #http: http.Server;
  /** The server's ends of the connections. */
  readonly peers: net.Socket[] = [];

  private constructor(definitions: readonly StreamDefinition[], limits: AdmissionLimits) {
    this.server = new StreamServer({ timers: this.timers, definitions, limits });
    this.#http = http.createServer((request, response) => {
      const path = (request.url ?? "").split("?", 1)[0] ?? "";
      void this.server.handle(request, response, { path, address: "192.0.2.1" });
    });
    this.#http.on("connection", (socket) => this.peers.push(socket));
  }

  static async start(
    definitions: readonly StreamDefinition[],
    limits: AdmissionLimits = { streams: 20, streamsOfAddress: 100, connectsAMinute: 1_000 },
  ): Promise<TestStreams> {
    const streams = new TestStreams(definitions, limits);
    streams.#http.listen(0, "127.0.0.1");
    await once(streams.#http, "listening");
    return streams;
  }

  async stop(): Promise<void> {
    this.server.drain();
    this.#http.closeAllConnections();
    this.#http.close();
    await once(this.#http, "close");
  }

  get #port(): number {
    return (this.#http.address() as AddressInfo).port;
  }

  open(path: string, headers: Record<string, string> = {}): Promise<TestStream> {
    return new Promise((resolve, reject) => {
      const request = http.get({ port: this.#port, path, headers, agent: false }, (response) => {
        let text = "";
        let ended = false;
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          text += chunk;
        });
        response.on("end", () => {
          ended = true;
        });
        response.on("error", () => {});
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: () => text,
          ended: () => ended,
          close: () => request.destroy(),
        });
      });
      request.on("error", reject);
    });
  }

  /** A connection that a test reads or leaves unread, after the head of a request for `path`. */
  connect(path: string): { socket: net.Socket; received: () => string } {
    const socket = net.connect({ port: this.#port, host: "127.0.0.1" });
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
    });
    socket.on("error", () => {});
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    return { socket, received: () => received };
  }
}
