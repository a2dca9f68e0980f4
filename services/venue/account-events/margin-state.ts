/** How close an account is to its liquidation, as the `margin` event says it. */
import { formatDecimal } from "#lib/protocol/decimal.ts";
import type {
  LiquidationSum,
  MarginLevel,
  MarginRecord,
} from "#lib/protocol/wire/account-stream.ts";
import { type AccountMargin, accountMargin } from "#services/venue/engine/account-margin.ts";
import { liquidationTicks, marginBehind } from "#services/venue/engine/isolated.ts";
import type { Account, Holding } from "#services/venue/engine/market-state.ts";
import { ticksText } from "#services/venue/projection/number-text.ts";

const SHARE_UNIT = 1_000_000n;
const SHARE_DECIMALS = 6;
const WARNING = 500_000n;
const DANGER = 800_000n;
/** An isolated position that was in danger counts until its share is below this. */
const PAST_DANGER = 650_000n;
/** A warning holds until the share is below this, so that one that swings around a bound is given once. */
const SAFE = 400_000n;

/**
 * Maintenance margin over account value in parts per million, or that of an isolated position in danger if it is higher;
 * `undefined` when one of them is worth nothing. At the highest leverage an isolated position opens with half of its margin as
 * maintenance, so that only the second bound warns of it. `before` is the level that the account has had.
 */
export function maintenanceShare(account: Account, before: MarginLevel): bigint | undefined {
  const bound = before === "DANGER" || before === "LIQUIDATING" ? PAST_DANGER : DANGER;
  let highest = shareOf(accountMargin(account));
  for (const holding of account.holdings.values()) {
    if (holding.isolated === null || holding.size === 0) continue;
    const share = shareOf(marginBehind(holding));
    if (highest === undefined || share === undefined) return undefined;
    if (share >= bound && share > highest) highest = share;
  }
  return highest;
}

function shareOf({ accountValue, maintenanceMargin }: AccountMargin): bigint | undefined {
  if (maintenanceMargin === 0n) return 0n;
  return accountValue > 0n ? (maintenanceMargin * SHARE_UNIT) / accountValue : undefined;
}

/** `before` is the level that the account has had. */
export function marginLevel(share: bigint | undefined, before: MarginLevel): MarginLevel {
  if (share === undefined || share > SHARE_UNIT) return "LIQUIDATING";
  if (share >= DANGER) return "DANGER";
  if (share < SAFE) return "SAFE";
  if (share >= WARNING) return before === "DANGER" ? "DANGER" : "WARNING";
  return before === "LIQUIDATING" ? "WARNING" : before;
}

export function marginRecord(
  account: Account,
  level: MarginLevel,
  liquidation: LiquidationSum | null,
): MarginRecord {
  const share = maintenanceShare(account, level);
  return {
    account: account.pubkey,
    level,
    maintenance_share: share === undefined ? null : formatDecimal(share, SHARE_DECIMALS),
    nearest: nearest(account),
    liquidation,
  };
}

function nearest(account: Account): MarginRecord["nearest"] {
  let found: { holding: Holding; ticks: bigint; distance: bigint } | undefined;
  for (const holding of account.holdings.values()) {
    const ticks = holding.size === 0 ? undefined : liquidationTicks(holding);
    if (ticks === undefined) continue;
    const mark = BigInt(holding.market.markTicks);
    const away = ticks > mark ? ticks - mark : mark - ticks;
    const distance = mark === 0n ? 0n : (away * SHARE_UNIT) / mark;
    if (found === undefined || distance < found.distance) found = { holding, ticks, distance };
  }
  if (found === undefined) return null;
  const { market } = found.holding;
  return {
    market: market.listing.symbol,
    mark_price: ticksText(market.scale, market.markTicks),
    liquidation_price: ticksText(market.scale, Number(found.ticks)),
  };
}
