"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import type { LiveAccount } from "#components/trading/account-reads/live-account.ts";
import { useAccount } from "#components/trading/account-reads/use-account.ts";
import { liquidationNearness } from "#components/trading/positions/liquidation-nearness.ts";
import { NEARNESS_TONE, NearnessWord } from "#components/trading/positions/nearness.tsx";
import { useShare } from "#components/trading/tables/figures.tsx";
import { NoUpdate } from "#components/trading/tables/no-update.tsx";

/** The position closest to liquidation, and its distance. */
export function Nearest({ account: { nearest, maintenance } }: { account: LiveAccount }) {
  const text = useText("account");
  const share = useShare();
  if (nearest === undefined)
    return maintenance === 0n ? (
      <span className="text-ink-muted">{text("notBound")}</span>
    ) : (
      <span title={text("noLiquidationHelp")}>{text("none")}</span>
    );
  const nearness = liquidationNearness(nearest.distancePpm);
  return (
    <span className={NEARNESS_TONE[nearness]}>
      {text("nearestOf", { share: share(nearest.distancePpm, 1), market: nearest.market })}
      <NearnessWord nearness={nearness} />
    </span>
  );
}

/** Shown while the venue closes positions. */
export function Liquidating() {
  const text = useText("account");
  return (
    <p role="alert" className="bg-warn-soft px-3 py-1 text-2xs text-warn">
      {text("liquidating")}
    </p>
  );
}

/** Marks figures of an earlier read. */
export function LastRead() {
  const text = useText("account");
  const since = useAccount().failingSince;
  return (
    <output className="bg-warn-soft px-3 py-1 text-2xs text-warn">
      {since === undefined ? text("lastRead") : <NoUpdate since={since} />}
    </output>
  );
}
