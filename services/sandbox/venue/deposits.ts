/** How simulated money gets into accounts of the venue: by the operator's command, or by transfers on the chain. */
import type { z } from "zod";
import type { TransferRecord } from "#lib/protocol/wire/account.ts";

export type Transfer = z.output<typeof TransferRecord>;

export type Deposits = {
  /**
   * Resolves when the venue shows the credit.
   * @param amount decimal string in USDC
   * @throws VenueError when the venue refuses; ServiceError for the chain
   */
  deposit: (account: string, amount: string) => Promise<Transfer>;
};
