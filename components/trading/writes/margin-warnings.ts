/** The notices of an account that comes close to liquidation. Loaded with the first position. */
import { clientFormat, clientText } from "#components/i18n/client-text.ts";
import type { LiveAccount } from "#components/trading/account-reads/live-account.ts";
import { marginState } from "#components/trading/account-reads/margin-state.ts";
import { openDeposit } from "#components/trading/transfers/core/transfer-dialog-state.ts";
import type { Notification } from "#components/ui/notify.ts";
import { formatFixed, parseSigned } from "#lib/protocol/decimal.ts";
import { MONEY_DECIMALS, RATIO_SCALE } from "#lib/protocol/market/markets.ts";
import type { AccountRecord } from "#lib/protocol/wire/account.ts";
import type { MarginLevel } from "./order-news.ts";

/** Below this share, in parts per million, a warning may be given again: around its limit it would repeat. */
const CALM_PPM = 400_000n;

/** The last notice once the account has these figures, and the notice to raise now. */
export function marginNews(
  notified: MarginLevel,
  account: AccountRecord,
): { notified: MarginLevel; news?: Notification } {
  const share = worstShare(account, notified);
  const state = marginState(share);
  const level = state === "danger" ? 2 : state === "caution" ? 1 : 0;
  const { maintenancePpm, liquidating } = share;
  if (level > notified) {
    // While positions are being closed, their own notices say more.
    return liquidating
      ? { notified: level }
      : { notified: level, news: marginNotice(level, maintenancePpm) };
  }
  const isCalm = level === 0 && (maintenancePpm === undefined || maintenancePpm < CALM_PPM);
  return { notified: isCalm ? 0 : notified };
}

function marginNotice(level: MarginLevel, sharePpm: bigint | undefined): Notification {
  const text = clientText("orders");
  const { figure } = clientFormat();
  const share = sharePpm === undefined ? "100" : figure(formatFixed(sharePpm, 4), 0);
  return {
    tone: level === 2 ? "bad" : "neutral",
    text: text("newsMargin", { share: `${share}%` }),
    key: "margin",
    action: { text: text("deposit"), run: openDeposit },
  };
}

/** Isolated positions open with half of their margin as maintenance at the highest leverage: they warn of danger only. */
const DANGER_PPM = 800_000n;
/** One that was in danger counts until its share is below this. */
const PAST_DANGER_PPM = 650_000n;

/** The account's warning, or that of an isolated position if it is nearer to its liquidation. */
function worstShare(account: AccountRecord, notified: MarginLevel): ReturnType<typeof shareOf> {
  let worst = shareOf(account);
  const bound = notified > 0 ? PAST_DANGER_PPM : DANGER_PPM;
  for (const { value, maintenance_margin: needed } of account.isolated ?? []) {
    const before = worst.maintenance === 0n ? 0n : worst.maintenancePpm;
    if (before === undefined) return worst;
    const [worth, maintenance] = [moneyOf(value), moneyOf(needed)];
    const maintenancePpm = worth > 0n ? (maintenance * RATIO_SCALE) / worth : undefined;
    const liquidating = maintenancePpm === undefined || maintenancePpm > RATIO_SCALE;
    if (liquidating || (maintenancePpm >= bound && maintenancePpm > before)) {
      worst = { maintenance, maintenancePpm, liquidating: liquidating || worst.liquidating };
    }
  }
  return worst;
}

/** The maintenance margin as a share of the equity, by the venue's own figures. */
function shareOf(
  account: AccountRecord,
): Pick<LiveAccount, "maintenance" | "maintenancePpm" | "liquidating"> {
  const maintenance = moneyOf(account.maintenance_margin);
  const equity =
    moneyOf(account.balance) + moneyOf(account.unrealized_pnl) - moneyOf(account.unsettled_funding);
  return {
    maintenance,
    maintenancePpm: equity > 0n ? (maintenance * RATIO_SCALE) / equity : undefined,
    liquidating: account.status === "LIQUIDATING",
  };
}

const moneyOf = (text: string): bigint => parseSigned(text, MONEY_DECIMALS) ?? 0n;
