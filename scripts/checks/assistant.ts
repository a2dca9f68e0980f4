/** A program of the account's owner that proposes orders at the assistant endpoint, with a plain POST per call. */
import type { AppVisitor } from "./wallet-session.ts";

export type Proposed = {
  id: string;
  state: string;
  result: { order_id: string } | null;
  warnings: readonly { code: string; message: string }[];
};

export class Assistant {
  readonly #app: string;
  readonly #secret: string;
  #calls = 0;

  private constructor(app: string, secret: string) {
    this.#app = app;
    this.#secret = secret;
  }

  /** Uses a key of this owner that may propose orders. */
  static async of(app: string, owner: AppVisitor, name: string): Promise<Assistant> {
    const made = await owner.request("/api/v1/mcp/keys", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name, canStageOrders: true }),
    });
    if (made.status !== 201)
      throw new Error(`No key: ${made.status.toString()} ${await made.text()}`);
    return new Assistant(app, ((await made.json()) as { secret: string }).secret);
  }

  stage(order: Record<string, unknown>): Promise<Proposed> {
    return this.#call("stage_order", order);
  }

  read(id: string): Promise<Proposed> {
    return this.#call("get_staged_order", { id });
  }

  withdraw(id: string): Promise<Proposed> {
    return this.#call("cancel_staged_order", { id });
  }

  async #call(name: string, input: Record<string, unknown>): Promise<Proposed> {
    this.#calls += 1;
    const response = await fetch(`${this.#app}/api/v1/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${this.#secret}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: this.#calls,
        method: "tools/call",
        params: { name, arguments: input },
      }),
    });
    const body = (await response.json()) as {
      result?: { structuredContent?: Proposed; isError?: boolean };
    };
    if (body.result?.structuredContent === undefined || body.result.isError === true) {
      throw new Error(`${name}: ${JSON.stringify(body)}`);
    }
    return body.result.structuredContent;
  }
}
