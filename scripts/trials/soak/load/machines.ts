/** Owners with an assistant, a key and a webhook: keys are validated, tools called, orders proposed, events delivered. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";
import { Assistant } from "#scripts/dev/clients/assistant.ts";
import { type AppVisitor, newVisitor } from "#scripts/dev/clients/wallet-session.ts";
import { answered } from "./tally.ts";

const ORDER = { market: "BTCUSDC", side: "BUY", size: "0.01", order_type: "MARKET" };
const Secret = z.object({ secret: z.string() });
/** JSON-RPC: a failed call is an `error`, a failed tool is a result. */
const Answer = z.object({
  error: z.unknown().optional(),
  result: z.object({ isError: z.boolean().optional() }).optional(),
});
const Event = z.object({ type: z.string() });

/** Counts the deliveries of each type of event, and answers 204. */
export class Receiver {
  readonly counts = new Map<string, number>();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        const event = Event.safeParse(JSON.parse(Buffer.concat(parts).toString() || "{}"));
        const type = event.data?.type ?? "unknown";
        this.counts.set(type, (this.counts.get(type) ?? 0) + 1);
        response.writeHead(204).end();
      });
    });
  }

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((resolve) => {
      receiver.#server.listen(0, "127.0.0.1", resolve);
    });
    return receiver;
  }

  /** Address and port, as an allowed target names it. */
  get target(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

export class MachineOwner {
  readonly visitor: AppVisitor;
  readonly #app: string;
  readonly #assistant: Assistant;
  readonly #secret: string;

  private constructor(parts: {
    visitor: AppVisitor;
    app: string;
    assistant: Assistant;
    secret: string;
  }) {
    this.visitor = parts.visitor;
    this.#app = parts.app;
    this.#assistant = parts.assistant;
    this.#secret = parts.secret;
  }

  /** @param receiver where its webhook delivers */
  static async prepared(app: string, receiver: string): Promise<MachineOwner> {
    const visitor = await newVisitor(app);
    const assistant = await Assistant.of(app, visitor, "Soak");
    const post = async (path: string, body: object) => {
      const headers = { "content-type": "application/json" };
      const init = { method: "POST", headers, body: JSON.stringify(body) };
      return answered(await visitor.request(path, init), path, 201);
    };
    const { secret } = Secret.parse(JSON.parse(await post("/api/v1/mcp/keys", {})));
    await post("/api/v1/webhooks", {
      url: `http://${receiver}/`,
      events: ["agentic.intent", "catalyst.detected", "catalyst.updated", "signal.created"],
    });
    return new MachineOwner({ visitor, app, assistant, secret });
  }

  async validate(): Promise<void> {
    const path = "/api/v1/mcp/keys/validate";
    const headers = { authorization: `Bearer ${this.#secret}` };
    await answered(await fetch(`${this.#app}${path}`, { headers }), path);
  }

  async call({ method, params }: { method: string; params: object }): Promise<void> {
    const path = "/api/v1/mcp";
    const response = await fetch(`${this.#app}${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${this.#secret}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const text = await answered(response, `${path} ${method}`);
    const { error, result } = Answer.parse(JSON.parse(text));
    if (error !== undefined || result?.isError === true) throw new Error(`${method}: ${text}`);
  }

  /** Proposes an order, which its webhook announces, and withdraws it. */
  async propose(): Promise<void> {
    const { id } = await this.#assistant.stage(ORDER);
    await this.#assistant.withdraw(id);
  }
}
