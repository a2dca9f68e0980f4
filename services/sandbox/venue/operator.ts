/** What the sandbox does with the operator's key: credits deposits. */
import type { Secret } from "#lib/kernel/env.ts";
import type { Transfer } from "./deposits.ts";
import { requestVenue } from "./http.ts";

export class Operator {
  readonly #url: string;
  readonly #key: Secret;

  constructor(url: string, key: Secret) {
    this.#url = url;
    this.#key = key;
  }

  /** Credits an account; the same reference again is the same transfer, so a retry never pays twice. */
  async deposit(deposit: {
    account: string;
    amount: string;
    reference: string;
  }): Promise<Transfer> {
    const answer = await this.#post<{ transfer: Transfer }>("/v1/operator/deposits", {
      ...deposit,
      source: "sandbox faucet",
    });
    return answer.transfer;
  }

  #post<Answer>(path: string, body: unknown): Promise<Answer> {
    const headers = { authorization: `Bearer ${this.#key.reveal()}` };
    return requestVenue<Answer>(this.#url, { method: "POST", path, headers, body });
  }
}
