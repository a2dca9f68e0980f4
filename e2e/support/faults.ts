/** Has the venue fail on request. Every fault names its account, so that no other journey meets it. */
import type { FaultKind } from "#services/venue/gateway/fault-table.ts";
import { operatorKey } from "./endpoints.ts";

export type FaultRequest = {
  kind: FaultKind;
  when?: "before" | "after";
  method?: "GET" | "POST" | "PUT" | "DELETE";
  path?: string;
  account?: string;
  count?: number;
  ms?: number;
  code?: string;
  context?: Record<string, string | number>;
};

export class VenueFaults {
  readonly #url: string;
  readonly #ids: number[] = [];

  constructor(venue: string) {
    this.#url = `${venue}/v1/operator/faults`;
  }

  /** @returns what ends it. */
  async add(fault: FaultRequest): Promise<() => Promise<void>> {
    const { id } = (await this.#call("POST", "", fault)) as { id: number };
    this.#ids.push(id);
    return async () => {
      await this.#call("DELETE", `?id=${id}`);
    };
  }

  /** How many requests the faults of this journey still wait for. */
  async left(): Promise<number> {
    const { results } = (await this.#call("GET")) as { results: { id: number; left: number }[] };
    const own = results.filter(({ id }) => this.#ids.includes(id));
    return own.reduce((sum, { left }) => sum + left, 0);
  }

  /** Ends every fault of this journey that is still waiting. */
  async clear(): Promise<void> {
    for (const id of this.#ids.splice(0)) await this.#call("DELETE", `?id=${id}`);
  }

  async #call(method: string, query = "", body?: unknown): Promise<unknown> {
    const response = await fetch(this.#url + query, {
      method,
      headers: { authorization: `Bearer ${operatorKey()}`, "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} faults: ${await response.text()}`);
    return response.json();
  }
}
