"use client";

import Link from "next/link";
import { useFrame } from "#components/data/frame-context.ts";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { formatSize } from "#components/trading/ticket/ticket-text.ts";
import { Button, buttonStyle } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { divideUp } from "#lib/protocol/decimal.ts";
import type { Effect } from "#lib/protocol/orders/order-effect.ts";
import type { Market } from "#lib/protocol/wire/market.ts";
import type { StagedOrder } from "#lib/protocol/wire/staged-order.ts";

/** 1e-9 USDC in a cent. */
const CENT = 10_000_000n;

/** What the faucet of a simulated market gives, in 1e-9 USDC. */
const FAUCET = 10_000n * 1_000_000_000n;

/** Rounded up to a cent, because with less the order would still be refused. */
function shownMissing({ preview }: Pick<Effect, "preview">): bigint {
  return divideUp(preview?.entire.missing ?? 0n, CENT) * CENT;
}

type MarginShortfallProps = {
  staged: StagedOrder;
  market: Market;
  effect: Effect;
  /** Called after a deposit. */
  onFunded: () => void;
};

/** Warns that the account's margin does not cover the order, with the missing amount and what to do. */
export function MarginShortfall({ staged, market, effect, onFunded }: MarginShortfallProps) {
  const text = useText("approvals");
  const ticket = useText("ticket");
  const format = useFormat();
  const { person } = useFrame();
  const largest = effect.largestLots();
  const missing = shownMissing(effect);
  return (
    <div className="flex flex-col items-start gap-2 rounded bg-bad-soft px-3 py-2 text-sm">
      <p role="alert" className="font-medium text-bad">
        {text("tooLittle", { amount: format.money(missing) })}
      </p>
      <p>
        {largest === 0n
          ? text("depositOnly")
          : text("depositOrSmaller", {
              size: formatSize(largest, effect.scale, { text: ticket, format }),
              asset: market.base_asset.symbol,
            })}
      </p>
      {person?.account === staged.account ? (
        <div className="flex flex-wrap gap-2">
          <Link href="/account/transfers" className={buttonStyle({ size: "md" })}>
            {text("deposit")}
          </Link>
          {/* Not where it cannot suffice. */}
          {missing <= FAUCET ? <Faucet onFunded={onFunded} /> : null}
        </div>
      ) : null}
    </div>
  );
}

/** Funds of a simulated market. */
function Faucet({ onFunded }: Pick<MarginShortfallProps, "onFunded">) {
  const text = useText("approvals");
  const frame = useText("settingsFrame");
  const { run, pending, error } = useAction(async () => {
    const answer = await write("POST", "/api/sandbox/faucet");
    if (answer.ok) onFunded();
    return answer.ok || answer.status !== 404 ? answer : { ...answer, message: text("noFaucet") };
  });
  return (
    <>
      <Button size="md" aria-disabled={pending} onClick={() => void run()}>
        {pending ? frame("oneMoment") : text("getFunds")}
      </Button>
      <ActionFailure error={error} />
    </>
  );
}

type ShortfallAtProposalProps = { staged: StagedOrder; className?: string };

/** The shortfall at the time of the proposal, shown while the current one is unknown. */
export function ShortfallAtProposal({ staged, className }: ShortfallAtProposalProps) {
  const text = useText("approvals");
  const { figure } = useFormat();
  const { warnings, snapshot } = staged;
  const isShort = warnings.some(({ code }) => code === "INSUFFICIENT_MARGIN");
  if (!isShort) return null;
  const amount = figure(snapshot.margin_missing ?? undefined, 2);
  return <p className={cn("text-warn", className)}>{text("shortThen", { amount })}</p>;
}
