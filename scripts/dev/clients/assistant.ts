/** A program of the account's owner that proposes orders at the assistant endpoint, with a plain POST per call. */
import { z } from "zod";
import { answerOf, MadeKey } from "./answer-of.ts";
import type { AppVisitor } from "./wallet-session.ts";

const proposed = z.object({
  id: z.string(),
  state: z.string(),
  result: z.object({ order_id: z.string() }).nullable(),
  warnings: z.array(z.object({ code: z.string(), message: z.string() })),
});
export type Proposed = z.output<typeof proposed>;

const ToolAnswer = z.object({
  result: z.object({ structuredContent: proposed, isError: z.literal(false).optional() }),
});

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
    return new Assistant(app, (await answerOf(made, MadeKey)).secret);
  }

  stage(order: Record<string, unknown>): Promise<Proposed> {
    return this.#call("stage_order", order);
  }

  closePosition(market: string): Promise<Proposed> {
    return this.#call("stage_close_position", { market });
  }

  /** `change`: a new size, a new price or both. */
  modify(orderId: string, change: Record<string, string>): Promise<Proposed> {
    return this.#call("stage_modify_order", { order_id: orderId, ...change });
  }

  cancel(orderId: string): Promise<Proposed> {
    return this.#call("stage_cancel_order", { order_id: orderId });
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
    const body: unknown = await response.json();
    const { data } = ToolAnswer.safeParse(body);
    if (data === undefined) throw new Error(`${name}: ${JSON.stringify(body)}`);
    return data.result.structuredContent;
  }
}
