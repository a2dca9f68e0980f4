/**
 * Refuses a filter with names that no event can have: a webhook with a mistyped market would receive
 * nothing, and its owner would not know why.
 */
import "server-only";
import type { z } from "zod";
import { walletsOf } from "#lib/identity/person/wallets-of.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import type { WebhookFilter } from "#lib/platform/schema/events.ts";
import type { RegisterWebhook } from "./terms.ts";

/** What events can be about. It is passed in, so that no import of webhooks leads to the venue or to catalysts. */
export type FilterSources = {
  markets: () => Promise<readonly { symbol: string }[]>;
  /** Symbols of assets that events name. */
  assets: readonly string[];
};

type Check = {
  userId: string;
  sources: FilterSources;
  /** Names that are stored already are not checked again: a market can be removed, and a wallet unlinked. */
  before?: WebhookFilter;
};

/** The filter of a request without the terms that it leaves out. */
export function compactFilter(filter: z.output<typeof RegisterWebhook>["filter"]): WebhookFilter {
  const { assets, markets, accounts, min_conviction } = filter;
  return {
    ...(assets !== undefined && { assets }),
    ...(markets !== undefined && { markets }),
    ...(accounts !== undefined && { accounts }),
    ...(min_conviction !== undefined && { min_conviction }),
  };
}

/** Names of a filter that no event of this account has. */
export type UnknownNames = { assets: string[]; markets: string[]; accounts: string[] };

/** @throws MARKET_DATA_UNAVAILABLE, NOT_READY when markets are named and cannot be read */
export async function findUnknown(
  filter: WebhookFilter,
  { userId, sources, before = {} }: Check,
): Promise<UnknownNames> {
  const markets = added(filter.markets, before.markets);
  const accounts = added(filter.accounts, before.accounts);
  const known = markets.length === 0 ? [] : (await sources.markets()).map(({ symbol }) => symbol);
  const own = accounts.length === 0 ? [] : await walletsOf(userId);
  return {
    assets: added(filter.assets, [...(before.assets ?? []), ...sources.assets]),
    markets: added(markets, known),
    accounts: added(accounts, own),
  };
}

/**
 * @throws MARKET_NOT_FOUND for the first unknown market
 * @throws INVALID_FIELD for an unknown asset, or a wallet that is not linked to the account
 * @throws MARKET_DATA_UNAVAILABLE, NOT_READY when markets are named and cannot be read
 */
export async function requireKnown(filter: WebhookFilter, check: Check): Promise<void> {
  const { markets, assets, accounts } = await findUnknown(filter, check);
  const [[market], [asset], [account]] = [markets, assets, accounts];
  if (market !== undefined) throw new ServiceError("MARKET_NOT_FOUND", { market });
  if (asset !== undefined) throw refused("assets", `no event is about an asset ${asset}`);
  if (account !== undefined)
    throw refused("accounts", `${account} is not a wallet of this account`);
}

function refused(list: "assets" | "accounts", reason: string): ServiceError {
  return new ServiceError("INVALID_FIELD", { field: `filter.${list}`, reason });
}

/** Those that are not in `before`. */
function added(names: readonly string[] = [], before: readonly string[] = []): string[] {
  return names.filter((name) => !before.includes(name));
}
