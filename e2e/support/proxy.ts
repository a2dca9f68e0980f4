/**
 * A proxy between a browser and the app: it counts open streams, cuts them, refuses them, silences them or adds
 * events to them; and it loses the answers of writes.
 */
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Flood } from "./flood.ts";

const STREAM_PATH = "/api/perps-dex/stream";

export class AppProxy {
  /** Addresses of all streams so far. */
  readonly streamRequests: string[] = [];
  /** New streams get 503, as during a deployment. */
  refusing = false;
  /** Selects requests that are forwarded and never answered: the connection ends when the app has answered. */
  losesAnswerOf: (method: string, path: string) => boolean = () => false;
  /** Events per second to add to each stream, made from its own events. */
  addedRate = 0;
  readonly #floods = new Set<Flood>();
  readonly #streams = new Map<ServerResponse, IncomingMessage>();
  readonly #server = http.createServer((request, response) => this.#pass(request, response));
  readonly #app: URL;

  constructor(app: string) {
    this.#app = new URL(app);
  }

  /** @returns the address to browse instead of the app's */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Number of open streams. */
  get open(): number {
    return this.#streams.size;
  }

  /** Number of events added so far. */
  get added(): number {
    return [...this.#floods].reduce((sum, { added }) => sum + added, 0);
  }

  /** Ends every stream in the middle of an event. */
  cut(): void {
    for (const response of this.#streams.keys()) response.destroy();
  }

  /** Keeps streams open and sends nothing more. */
  silence(): void {
    for (const [response, upstream] of this.#streams) upstream.unpipe(response);
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    const { url = "/", method = "GET" } = request;
    const isStream = url.startsWith(STREAM_PATH);
    if (isStream) this.streamRequests.push(url);
    if (isStream && this.refusing) {
      response.writeHead(503, { "Retry-After": "3" }).end();
      return;
    }
    const { hostname, port } = this.#app;
    const headers = this.#appHeaders(request);
    const upstream = http.request({ hostname, port, path: url, method, headers }, (answer) => {
      if (this.losesAnswerOf(method, url)) {
        answer.resume().on("end", () => response.destroy());
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      if (isStream && answer.statusCode === 200) this.#follow(answer, response);
      else answer.pipe(response);
    });
    upstream.on("error", () => response.destroy());
    response.on("close", () => upstream.destroy());
    request.pipe(upstream);
  }

  #follow(answer: IncomingMessage, response: ServerResponse): void {
    this.#streams.set(response, answer);
    response.on("close", () => this.#streams.delete(response));
    if (this.addedRate === 0) {
      answer.pipe(response);
      return;
    }
    const flood = new Flood(response, this.addedRate);
    this.#floods.add(flood);
    answer.setEncoding("utf8").on("data", (text: string) => flood.pass(text));
    answer.on("close", () => response.destroy());
    response.on("close", () => flood.stop());
  }

  /** The app accepts writes from its own origin only. */
  #appHeaders({ headers }: IncomingMessage): http.OutgoingHttpHeaders {
    const { origin, host } = this.#app;
    const given = headers.origin === undefined ? {} : { origin };
    return { ...headers, ...given, host };
  }
}
