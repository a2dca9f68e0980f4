"use client";

import Link from "next/link";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { Ago } from "#components/ui/ago.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { Fact } from "#components/ui/fact.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import type { Signal } from "#lib/protocol/wire/signals.ts";
import {
  DirectionLabel,
  ShadowChip,
  SimulatedChip,
  StateChip,
  useRisk,
  useShare,
} from "./labels.tsx";
import { Reasons } from "./reasons.tsx";
import { SignalPicture } from "./signal-picture.tsx";

/** One signal with its levels, its reasons and its result. */
export function SignalCard({ signal }: { signal: Signal }) {
  return (
    <article
      data-signal={signal.id}
      className="flex min-w-0 flex-col gap-3 py-4 first:pt-0 last:pb-0"
    >
      <Head signal={signal} />
      <SignalPicture signal={signal} />
      <Levels signal={signal} />
      <Reasons reasons={signal.reasons} />
      {signal.state === "active" && !signal.shadow ? <Prepare signal={signal} /> : null}
    </article>
  );
}

function Head({ signal }: { signal: Signal }) {
  const text = useText("signals");
  const { id, market, direction, rule, shadow, simulated, state } = signal;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm">
      <DirectionLabel direction={direction} />
      <Link
        href={`/signals/${id}`}
        className="font-semibold underline-offset-2 hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:items-center"
      >
        <bdi>{market}</bdi>
      </Link>
      <span className="text-ink-muted">{text(`rule_${rule}`)}</span>
      {state === "active" ? null : <StateChip state={state} />}
      {shadow ? <ShadowChip /> : null}
      {simulated ? <SimulatedChip /> : null}
      <span className="ms-auto text-2xs text-ink-muted">
        <span className="sr-only">{text("made")}: </span>
        <Ago at={signal.created_at} />
      </span>
    </div>
  );
}

function Levels({ signal }: { signal: Signal }) {
  const text = useText("signals");
  const { grouped, dayAndTime } = useFormat();
  const share = useShare();
  const risk = useRisk();
  const { outcome } = signal;
  const instant = (at: string) => dayAndTime(Date.parse(at));
  const price = (value: string) => (
    <bdi dir="ltr" translate="no">
      {grouped(value)}
    </bdi>
  );
  return (
    <dl className="grid grid-cols-2 gap-3 text-xs sm:grid-cols-3 lg:grid-cols-6">
      <Fact label={text("entry")}>{price(signal.entry)}</Fact>
      <Fact label={text("invalidation")}>{price(signal.invalidation)}</Fact>
      <Fact label={text("target")}>{price(signal.target)}</Fact>
      <Fact label={text("conviction")}>{share(signal.conviction)}</Fact>
      {outcome === null ? (
        <Fact label={text("horizon")} className="lg:col-span-2">
          {text("horizonUntil", {
            hours: text("hours", { count: signal.horizon / 60 }),
            time: isolated(instant(signal.expires_at)),
          })}
        </Fact>
      ) : (
        <>
          <Fact label={text("result")}>
            <span data-result={outcome.result}>
              <bdi dir="ltr" translate="no" className="font-semibold">
                {risk(outcome.result)}
              </bdi>
              <span className="text-ink-muted">
                {" "}
                ({text("close")} {price(outcome.close)})
              </span>
            </span>
          </Fact>
          <Fact label={text("endedAt")}>
            <bdi>{instant(outcome.ended_at)}</bdi>
          </Fact>
        </>
      )}
    </dl>
  );
}

function Prepare({ signal }: { signal: Signal }) {
  const text = useText("signals");
  const direction = text(signal.direction);
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xs text-ink-muted">
      <Link
        href={`/trade/${signal.market}?signal=${signal.id}`}
        prefetch={false}
        aria-label={text("prepareFor", { direction, market: isolated(signal.market) })}
        className={buttonStyle({ size: "md", className: "pointer-coarse:min-h-11" })}
      >
        {text("prepare")}
      </Link>
      {text("prepareHint")}
    </p>
  );
}
