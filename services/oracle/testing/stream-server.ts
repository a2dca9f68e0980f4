/** For tests: a server that answers each connection by the next step of a script, and by the last one from then on. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export type Step = (response: ServerResponse, request: IncomingMessage) => void;

export class StreamServer {
  readonly requests: { url: URL; authorization: string | undefined }[] = [];
  readonly url: string;
  readonly #server: Server;
  #open = 0;

  private constructor(server: Server, script: readonly Step[]) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on("request", (request, response) => {
      this.requests.push({
        url: new URL(request.url ?? "/", this.url),
        authorization: request.headers.authorization,
      });
      this.#open += 1;
      response.on("close", () => {
        this.#open -= 1;
      });
      script[Math.min(this.requests.length, script.length) - 1]?.(response, request);
    });
  }

  static async start(...script: Step[]): Promise<StreamServer> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    return new StreamServer(server, script);
  }

  /** Connections that are open now. */
  get open(): number {
    return this.#open;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}

/** Answers as an event stream with this text, and leaves it open. */
export function speak(...texts: string[]): Step {
  return (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const text of texts) response.write(text);
  };
}

/** The same, and then the connection is cut. */
export function speakAndDrop(text: string): Step {
  return (response) => {
    speak(text)(response, response.req);
    response.write("", () => response.destroy());
  };
}

export function refuse(status: number, text: string, headers: Record<string, string> = {}): Step {
  return (response) => {
    response.writeHead(status, { "content-type": "text/plain", ...headers });
    response.end(text);
  };
}

/** Waits until it is so. @throws Error after five seconds. */
export async function eventually(what: string, check: () => boolean): Promise<void> {
  const deadline = Date.now() + 5_000;
  while (!check()) {
    if (Date.now() > deadline) throw new Error(`${what}: not within 5 s`);
    await sleep(2);
  }
}
