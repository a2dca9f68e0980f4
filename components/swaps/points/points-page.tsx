"use client";

import { readJson } from "#components/data/http.ts";
import { useAction } from "#components/data/use-action.ts";
import { useReadAgain } from "#components/data/use-read-again.ts";
import { useResource } from "#components/data/use-resource.ts";
import {
  ActionFailure,
  ReadState,
  SettingsPage,
} from "#components/frame/settings/settings-page.tsx";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { AssetAmount, SwapPair } from "#components/swaps/amount.tsx";
import { ToSwap } from "#components/swaps/history/swaps-page.tsx";
import { Button } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { DateTime } from "#components/ui/date-time.tsx";
import { Fact } from "#components/ui/fact.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import { EmptyState, Section } from "#components/ui/section.tsx";
import type { Points, PointsHistory, PointsHistoryEntry } from "#lib/protocol/wire/swaps.ts";

const PAGE = 20;
const HISTORY = `/api/v1/points/history?limit=${PAGE}`;
const POLL_MS = 5_000;

/**
 * The user's points, how this week's are counted, and every change with the swap that caused it.
 */
export function PointsPage() {
  const text = useText("swaps");
  const frame = useText("settingsFrame");
  const points = useResource<Points>("/api/v1/points");
  useReadAgain(points.poll, POLL_MS);
  return (
    <SettingsPage title={text("yourPoints")} intro={text("pointsIntro")} actions={<ToSwap />}>
      <ReadState resource={points} label={frame("loading")}>
        {(read) => (
          <div className="flex flex-col gap-4">
            <Week points={read} />
            <Changes balance={read.balance} />
          </div>
        )}
      </ReadState>
    </SettingsPage>
  );
}

function Week({ points: { balance, week } }: { points: Points }) {
  const text = useText("swaps");
  const { integer, figure } = useFormat();
  const { points, most, usd, reversed_usd: reversed, start, end } = week;
  return (
    <Section
      title={text("thisWeek")}
      note={
        <span className="text-2xs text-ink-faint">
          {text("weekRange", {
            start: isolatedDay(Date.parse(start)),
            end: isolatedDay(Date.parse(end) - 1),
          })}
        </span>
      }
    >
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Fact label={text("allPoints")}>
          <span className="text-2xl font-semibold" data-points="balance">
            {integer(balance)}
          </span>
        </Fact>
        <Fact label={text("weekPoints")}>
          <span className="text-2xl font-semibold" data-points="week">
            {integer(points)}
          </span>{" "}
          <span className="text-ink-muted">{text("ofMost", { most })}</span>
        </Fact>
        <Fact label={text("swapped")}>
          <bdi dir="ltr" translate="no">
            ${figure(cents(usd), 2)}
          </bdi>
        </Fact>
        <Fact label={text("swappedBack")}>
          <bdi dir="ltr" translate="no">
            ${figure(cents(reversed), 2)}
          </bdi>
        </Fact>
      </dl>
      <WeekBar share={points / most} />
      <details className="mt-3 text-xs">
        <summary className="cursor-pointer font-medium pointer-coarse:py-4">
          {text("whyPoints")}
        </summary>
        <p className="mt-2 text-ink-muted">{text("pointsRule")}</p>
        <p className="mt-1">
          <bdi dir="ltr" translate="no" className="font-mono">
            min(${figure(cents(usd), 2)} − ${figure(cents(reversed), 2)}, $
            {figure(String(most * 2), 2)}) ÷ $2 = {integer(points)}
          </bdi>
        </p>
        <p className="mt-1 text-ink-muted">{text("pointsWindow")}</p>
      </details>
    </Section>
  );
}

/** Hidden from screen readers: the text above has the figures. */
function WeekBar({ share }: { share: number }) {
  return (
    <div aria-hidden className="mt-3 h-2 overflow-hidden rounded bg-hover">
      <div className="h-full rounded bg-accent-strong" style={{ width: `${share * 100}%` }} />
    </div>
  );
}

/** Reads again when the balance changes, because there is a new entry then. */
function Changes({ balance }: { balance: number }) {
  const text = useText("swaps");
  const frame = useText("settingsFrame");
  const history = useResource<PointsHistory>(HISTORY);
  const newest = history.data?.results[0]?.balance ?? 0;
  const isFirstPage = (history.data?.results.length ?? 0) <= PAGE;
  useReadAgain(history.poll, newest !== balance && isFirstPage ? 1_000 : undefined);
  const more = useAction(async () => {
    const answer = await readJson<PointsHistory>(`${HISTORY}&before=${history.data?.next ?? ""}`);
    if (answer.ok) {
      const page = answer.body;
      history.change(({ results }) => ({
        results: [...results, ...page.results],
        next: page.next,
      }));
    }
    return answer;
  });
  return (
    <Section title={text("changes")}>
      <ReadState resource={history} label={frame("loading")}>
        {({ results, next }) =>
          results.length === 0 ? (
            <EmptyState title={text("noPoints")}>{text("noPointsDetail")}</EmptyState>
          ) : (
            <>
              <ul className="divide-y divide-line">
                {results.map((entry) => (
                  <Entry key={entry.seq} entry={entry} />
                ))}
              </ul>
              {next === null ? null : (
                <Button
                  size="md"
                  className="mt-3"
                  aria-disabled={more.pending}
                  onClick={() => void more.run()}
                >
                  {text("showOlder")}
                </Button>
              )}
              <ActionFailure error={more.error} />
            </>
          )
        }
      </ReadState>
    </Section>
  );
}

function Entry({ entry }: { entry: PointsHistoryEntry }) {
  const text = useText("swaps");
  const { integer, figure } = useFormat();
  const { kind, points, balance, swap, week_points: weekPoints } = entry;
  const isCredit = kind === "credit";
  const reversed = swap.reversed_usd;
  return (
    <li data-entry={kind} className="py-3">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <bdi
          dir="ltr"
          translate="no"
          className={isCredit ? "font-semibold text-good" : "font-semibold text-bad"}
        >
          {isCredit ? "+" : "−"}
          {integer(points)}
        </bdi>
        <Chip tone={isCredit ? "good" : "bad"}>
          {text(isCredit ? "entry_credit" : "entry_reversal")}
        </Chip>
        <span className="text-ink-muted">
          {text("balanceAfter", { balance: integer(balance) })}
        </span>
        <span className="ms-auto text-xs text-ink-muted">
          <DateTime at={new Date(entry.created_at).toISOString()} />
        </span>
      </p>
      <p className="mt-1 text-xs text-ink-muted">
        <SwapPair
          given={<AssetAmount asset={swap.in.asset}>{swap.in.amount}</AssetAmount>}
          got={<AssetAmount asset={swap.out.asset}>{swap.out.amount}</AssetAmount>}
        />
        {swap.usd === null ? null : (
          <>
            {" · "}
            <bdi dir="ltr" translate="no">
              ${figure(swap.usd, 2)}
            </bdi>
          </>
        )}
      </p>
      <p className="mt-1 text-xs text-ink-muted">
        {text("whyEntry", {
          usd: `$${figure(entry.week_usd, 2)}`,
          reversed: `$${figure(entry.week_reversed_usd, 2)}`,
          points: integer(weekPoints),
        })}
        {reversed === "0"
          ? null
          : ` ${text("partReversed", { usd: `$${figure(cents(reversed), 2)}` })}`}
      </p>
    </li>
  );
}

/** The UTC day, protected from right-to-left reordering. */
function isolatedDay(time: number): string {
  return isolated(new Date(time).toISOString().slice(0, 10));
}

/** Rounded down like the points: 1.999 USD earn none. */
function cents(usd: string): string {
  return /^\d+(?:\.\d{1,2})?/.exec(usd)?.[0] ?? usd;
}
