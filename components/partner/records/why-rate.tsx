"use client";

import type { ReactNode } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { Money, Phrase } from "#components/partner/earnings/money.tsx";
import { useDateTimes } from "#components/partner/earnings/use-date-times.ts";
import { usePartnerView } from "#components/partner/earnings/use-partner-view.ts";
import { ZonedTime } from "#components/partner/earnings/zoned-time.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Fact } from "#components/ui/fact.tsx";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { FEE_DECIMALS, type Level } from "#lib/protocol/partner/partner-levels.ts";
import type { EarningEntry } from "#lib/protocol/wire/partner.ts";
import { Exact } from "./parts.tsx";
import { explainRate, type RateExplanation } from "./rate-explanation.ts";

/** Explains the rate of a fee from its own ledger row. Loaded on demand (`lazy`). */
export default function WhyRate({ entry }: { entry: EarningEntry }) {
  const text = useText("partnerRecords");
  const why = explainRate(entry);
  return (
    <div className="flex flex-col gap-3 rounded bg-raised p-3">
      <div className="flex flex-col gap-2">
        <div className="flex items-center gap-1 pointer-coarse:-my-2.5">
          <p className="font-semibold">{text("why")}</p>
          <CopyButton value={feeAddress(entry.seq)} what={text("feeLink")} />
        </div>
        {entry.kind === "reversal" ? (
          <OfReversal entry={entry} />
        ) : (
          <OfFee entry={entry} why={why} />
        )}
        <Sum entry={entry} />
        {entry.reversed_by_seq === null ? null : (
          <p className="flex flex-wrap items-center gap-2">
            {text("wasReversed", { seq: String(entry.reversed_by_seq) })}
            <ToRow seq={entry.reversed_by_seq} />
          </p>
        )}
        {why.isLate ? <Late entry={entry} /> : null}
      </div>
      <Row entry={entry} />
    </div>
  );
}

/** A row of the ledger never changes, so this address always shows the same. */
function feeAddress(seq: number): string {
  return new URL(`/partner?entry=${seq}`, window.location.href).href;
}

function OfFee({ entry, why }: { entry: EarningEntry; why: RateExplanation }) {
  const text = useText("partnerRecords");
  const { level, share_percent: share } = entry;
  const applied = why.level;
  const parameters = { level, share };
  return (
    <>
      <p>
        <Phrase
          text={text("whyWindow", { from: "{from}", to: "{to}", amount: "{amount}" })}
          from={<ZonedTime exact at={why.window.from} />}
          to={<ZonedTime exact at={why.window.to} />}
          amount={
            <strong>
              <Usd>
                <Exact value={entry.window_fees} figure={`entry.${entry.seq}.window_fees`} />
              </Usd>
            </strong>
          }
        />
      </p>
      {applied === undefined ? null : <Bar entry={entry} why={why} level={applied} />}
      <p>
        {applied === undefined ? (
          text("whyRate", parameters)
        ) : applied.threshold === 0n ? (
          text("whyFirst", parameters)
        ) : (
          <Phrase
            text={text("whyLevel", { ...parameters, threshold: "{threshold}" })}
            threshold={<Threshold level={applied} />}
          />
        )}
      </p>
    </>
  );
}

/** Charged fee × share = earned, in exact amounts. */
function Sum({ entry }: { entry: EarningEntry }) {
  const text = useText("partnerRecords");
  const { seq, fee, earned, share_percent: share } = entry;
  return (
    <p dir="ltr" className="w-fit rounded border bg-surface px-2.5 py-1.5 font-mono break-words">
      <Phrase
        text={text("whySum", { fee: "{fee}", share, earned: "{earned}" })}
        fee={<Exact value={fee} figure={`entry.${seq}.fee`} />}
        earned={
          <strong>
            <Exact value={earned} figure={`entry.${seq}.earned`} />
          </strong>
        }
      />
    </p>
  );
}

type BarProps = { entry: EarningEntry; why: RateExplanation; level: Level };

/** The window's amount between zero and the next threshold, with a mark at the level's threshold. */
function Bar({ entry, why: { bar, next }, level }: BarProps) {
  const text = useText("partnerRecords");
  const { grouped } = useFormat();
  if (bar === undefined) return null;
  const name = text("whyBar", {
    amount: `${grouped(entry.window_fees)} USD`,
    level: level.level,
    threshold: `${grouped(thresholdOf(level))} USD`,
  });
  return (
    <div className="flex max-w-lg flex-col gap-1">
      <p className="sr-only">{name}</p>
      <div aria-hidden className="relative h-2 rounded-full bg-line">
        <div
          className="h-full rounded-full bg-accent-strong"
          style={{ width: `${bar.held / 10}%` }}
        />
        {bar.threshold === 0 ? null : (
          <span
            className="absolute -top-1 h-4 w-0.5 bg-ink"
            style={{ insetInlineStart: `${bar.threshold / 10}%` }}
          />
        )}
      </div>
      <p className="text-xs text-ink-muted">
        {next === undefined ? (
          text("whyTop")
        ) : (
          <Phrase
            text={text("whyNext", { amount: "{amount}", level: next.level.level })}
            amount={
              <Money
                value={formatDecimal(next.missing, FEE_DECIMALS)}
                figure={`entry.${entry.seq}.missing`}
              />
            }
          />
        )}
      </p>
    </div>
  );
}

function OfReversal({ entry }: { entry: EarningEntry }) {
  const text = useText("partnerRecords");
  const { reverses_seq: reversed, share_percent: share } = entry;
  return (
    <p className="flex flex-wrap items-center gap-2">
      {text("whyReversal", { reversed: String(reversed ?? "—"), share })}
      {reversed === null ? null : <ToRow seq={reversed} />}
    </p>
  );
}

/** A link to another row of the ledger. */
function ToRow({ seq }: { seq: number }) {
  const text = useText("partnerRecords");
  const { change } = usePartnerView();
  return (
    <button
      type="button"
      className="rounded text-accent underline underline-offset-2 pointer-coarse:min-h-11"
      onClick={() => change({ entry: seq })}
    >
      {text("toRow", { seq: String(seq) })}
    </button>
  );
}

function Late({ entry }: { entry: EarningEntry }) {
  const text = useText("partnerRecords");
  const { second } = useDateTimes();
  return (
    <p>
      {text("lateText", {
        occurred: second(entry.occurred_at),
        accrued: second(entry.accrued_at),
      })}
    </p>
  );
}

/** The fields of the ledger row. */
function Row({ entry }: { entry: EarningEntry }) {
  const text = useText("partnerRecords");
  const { seq, occurred_at: occurred, accrued_at: accrued, fee, gross, hash } = entry;
  return (
    <details className="group/facts">
      <summary className="w-fit cursor-pointer rounded text-ink-muted pointer-coarse:py-[14px]">
        {text("facts")}
      </summary>
      <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-2 pointer-coarse:mt-0 sm:grid-cols-4">
        <Fact label={text("row")}>{seq}</Fact>
        <Fact label={text("occurred")}>
          <ZonedTime exact at={occurred} />
        </Fact>
        <Fact label={text("accrued")}>
          <ZonedTime exact at={accrued} />
        </Fact>
        <Fact label={text("ruleset")}>
          <bdi>{entry.ruleset}</bdi>
        </Fact>
        <Fact label={text("gross")}>
          <Usd>
            <Exact value={gross} figure={`entry.${seq}.gross`} />
          </Usd>
        </Fact>
        <Fact label={text("basis")}>
          <Usd>
            <Exact value={fee} figure={`entry.${seq}.fee`} />
          </Usd>
        </Fact>
        <Fact label={text("origin")}>{text(`origin_${entry.origin}`)}</Fact>
      </dl>
      {entry.simulated ? <p className="mt-2 text-warn">{text("simulatedFact")}</p> : null}
      <p className="mt-2 text-2xs text-ink-muted">{text("hash")}</p>
      <p className="flex items-center gap-1">
        <bdi dir="ltr" translate="no" className="min-w-0 font-mono break-all">
          {hash}
        </bdi>
        <CopyButton value={hash} what={text("copyHash", { seq: String(seq) })} />
      </p>
    </details>
  );
}

/** An amount with its currency, placed as the language requires. */
function Usd({ children }: { children: ReactNode }) {
  const text = useText("partner");
  return (
    <Phrase text={text("amount", { amount: "{amount}", currency: "USD" })} amount={children} />
  );
}

function Threshold({ level }: { level: Level }) {
  const { grouped } = useFormat();
  return (
    <Usd>
      <bdi dir="ltr" translate="no">
        {grouped(thresholdOf(level))}
      </bdi>
    </Usd>
  );
}

function thresholdOf({ threshold }: Level): string {
  return formatDecimal(threshold, FEE_DECIMALS);
}
