/** Credits accounts by the operator's command, where no chain runs. */
import { randomUUID } from "node:crypto";
import type { Deposits, Transfer } from "#services/sandbox/venue/deposits.ts";
import { VenueError } from "#services/sandbox/venue/http.ts";
import type { Operator } from "#services/sandbox/venue/operator.ts";

const ATTEMPTS = 3;

export class OperatorDeposits implements Deposits {
  readonly #operator: Operator;

  constructor(operator: Operator) {
    this.#operator = operator;
  }

  async deposit(account: string, amount: string): Promise<Transfer> {
    const deposit = { account, amount, reference: `faucet-${randomUUID()}` };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#operator.deposit(deposit);
      } catch (error) {
        // Without an answer the deposit may have happened: the same reference makes the repetition safe.
        const unknown = error instanceof VenueError && (error.status === 0 || error.status >= 500);
        if (!unknown || attempt === ATTEMPTS) throw error;
      }
    }
  }
}
