/** Between a browser and the app: counts the streams that are open, cuts them, refuses them, or falls silent. */
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const STREAM_PATH = "/api/perps-dex/stream";

export class AppProxy {
  /** Addresses of streams since the beginning. */
  readonly asked: string[] = [];
  /** New streams get 503, as during a deploy. */
  refusing = false;
  readonly #streams = new Map<ServerResponse, IncomingMessage>();
  readonly #server = http.createServer((request, response) => this.#pass(request, response));
  readonly #app: URL;

  constructor(app: string) {
    this.#app = new URL(app);
  }

  /** @returns the address to browse instead of the app's. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Streams that are open now. */
  get open(): number {
    return this.#streams.size;
  }

  /** Ends every stream in the middle of whatever it says. */
  cut(): void {
    for (const response of this.#streams.keys()) response.destroy();
  }

  /** Streams stay open and say nothing more. */
  silence(): void {
    for (const [response, upstream] of this.#streams) upstream.unpipe(response);
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    const { url = "/", method, headers } = request;
    const isStream = url.startsWith(STREAM_PATH);
    if (isStream) this.asked.push(url);
    if (isStream && this.refusing) {
      response.writeHead(503, { "Retry-After": "3" }).end();
      return;
    }
    const { hostname, port } = this.#app;
    const upstream = http.request({ hostname, port, path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      if (!isStream || answer.statusCode !== 200) return;
      this.#streams.set(response, answer);
      response.on("close", () => this.#streams.delete(response));
    });
    upstream.on("error", () => response.destroy());
    response.on("close", () => upstream.destroy());
    request.pipe(upstream);
  }
}
