/** Finds the open order or the position that a proposal is about, among the wallets for which it may propose. */
import "server-only";
import { shortWallet } from "#lib/identity/person/wallet-names.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { OrderRecord, PositionList, type PositionRecord } from "#lib/protocol/wire/account.ts";
import { checkedBody, errorCode } from "#lib/trading/venue-access/ask-venue.ts";
import { askWithKey, readVenue } from "#lib/trading/venue-access/forward.ts";

type Among = { accounts: readonly string[]; now: number };
export type Held<Value> = { account: string; found: Value };

/**
 * @throws ORDER_NOT_FOUND, ORDER_IS_CLOSED, VENUE_TIMEOUT, VENUE_UNREACHABLE, and TRADING_NOT_ENABLED when no wallet can be
 * read
 */
export async function findOpenOrder(orderId: string, among: Among): Promise<Held<OrderRecord>> {
  const [held] = await inEach(among, (account) => readOrder(account, orderId, among.now));
  if (held === undefined) throw new ServiceError("ORDER_NOT_FOUND");
  if (held.found.status === "CLOSED") throw new ServiceError("ORDER_IS_CLOSED");
  return held;
}

/**
 * @throws NO_POSITION, INVALID_FIELD when several wallets have one, VENUE_TIMEOUT, VENUE_UNREACHABLE, and TRADING_NOT_ENABLED
 * when no wallet can be read
 */
export async function findPosition(market: string, among: Among): Promise<Held<PositionRecord>> {
  const [held, ...others] = await inEach(among, async (account) => {
    const read = { path: "/v1/positions", contract: PositionList };
    const { results } = await readVenue({ actor: { account }, now: among.now }, read);
    return results.find((one) => one.market === market);
  });
  if (held === undefined) {
    throw new ServiceError("NO_POSITION", { market });
  }
  if (others.length === 0) return held;
  const names = [held, ...others].map(({ account }) => shortWallet(account)).join(", ");
  const reason = `name one of the wallets that have a position in ${market}: ${names}`;
  throw new ServiceError("INVALID_FIELD", { field: "account", reason });
}

/** The order of this account; `undefined` when it has none of this id. */
export async function readOrder(
  account: string,
  orderId: string,
  now: number,
): Promise<OrderRecord | undefined> {
  const path = `/v1/orders/${orderId}`;
  const request = { method: "GET", path, headers: {} } as const;
  const { answer } = await askWithKey({ actor: { account }, now }, request);
  if (answer.status === 200) return checkedBody(answer, { path, contract: OrderRecord });
  if (errorCode(answer) === "ORDER_NOT_FOUND") return undefined;
  throw new ServiceError(answer.status === 401 ? "TRADING_NOT_ENABLED" : "VENUE_UNREACHABLE");
}

async function inEach<Value>(
  { accounts }: Among,
  read: (account: string) => Promise<Value | undefined>,
): Promise<Held<Value>[]> {
  const all = await Promise.all(
    accounts.map(async (account) => {
      try {
        return { account, found: await read(account) };
      } catch (thrown) {
        if (thrown instanceof ServiceError && thrown.code === "TRADING_NOT_ENABLED")
          return undefined;
        throw thrown;
      }
    }),
  );
  const readable = all.filter((one) => one !== undefined);
  if (readable.length === 0) throw new ServiceError("TRADING_NOT_ENABLED");
  return readable.flatMap(({ account, found }) =>
    found === undefined ? [] : [{ account, found }],
  );
}
