/** What the sandbox reads of the venue's transfers: the credit of a deposit, and what the venue owes in all. */
import type { z } from "zod";
import type { Secret } from "#lib/kernel/env.ts";
import { SIGNATURE_HEADER } from "#lib/protocol/signing/signing.ts";
import { TransferPage } from "#lib/protocol/wire/account.ts";
import { CustodyTotals } from "#lib/protocol/wire/custody.ts";
import type { Transfer } from "#services/sandbox/venue/deposits.ts";
import { requestVenue } from "#services/sandbox/venue/http.ts";

/** A credit is among the newest transfers of its account. */
const PAGE = 50;

export class VenueReader {
  readonly #url: string;
  readonly #key: Secret;

  /** @param key reads any account */
  constructor(url: string, key: Secret) {
    this.#url = url;
    this.#key = key;
  }

  /** Undefined while it is not credited. @throws VenueError */
  async findDeposit(account: string, reference: string): Promise<Transfer | undefined> {
    const query = new URLSearchParams({ account, page_size: String(PAGE) });
    const path = `/v1/transfers/search?${query}`;
    const page = await this.#read(path, TransferPage, { [SIGNATURE_HEADER.account]: account });
    return page.results.find((transfer) => transfer.reference === reference);
  }

  /** In USDC, a decimal string. @throws VenueError */
  async liabilities(): Promise<string> {
    return (await this.#read("/v1/custody/totals", CustodyTotals)).liabilities;
  }

  async #read<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    more: Record<string, string> = {},
  ): Promise<z.output<Schema>> {
    const headers = { authorization: `Bearer ${this.#key.reveal()}`, ...more };
    return schema.parse(await requestVenue<unknown>(this.#url, { path, headers }));
  }
}
