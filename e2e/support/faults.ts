/**
 * Requests faults from the proxy in front of the venue. Every fault names its account, so that it affects no other
 * journey.
 */
import { FAULTS_PATH } from "#services/venue/testing/fault-proxy/fault-proxy.ts";
import type { FaultRequest } from "#services/venue/testing/fault-proxy/faults.ts";

export class VenueFaults {
  readonly #url: string;
  readonly #ids: number[] = [];

  constructor(venue: string) {
    this.#url = venue + FAULTS_PATH;
  }

  /** @returns a function that ends the fault */
  async add(fault: FaultRequest): Promise<() => Promise<void>> {
    const { id } = (await this.#call("POST", "", fault)) as { id: number };
    this.#ids.push(id);
    return async () => {
      await this.#call("DELETE", `?id=${id}`);
    };
  }

  /** The number of requests for which the faults of this journey still wait. */
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
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${method} faults: ${await response.text()}`);
    return response.json();
  }
}
