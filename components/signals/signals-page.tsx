"use client";

import { pageRead } from "#components/catalysts/parts/public-read.ts";
import {
  ActionFailure,
  ReadState,
  SettingsPage,
} from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { useDateTime } from "#components/ui/date-time.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import { EmptyState, Section } from "#components/ui/section.tsx";
import { SIGNAL_RULES } from "#lib/protocol/market-knowledge.ts";
import type { Signal } from "#lib/protocol/wire/signals.ts";
import { Record } from "./record.tsx";
import { SignalCard } from "./signal-card.tsx";
import { useActive, useEnded } from "./use-signals.ts";

/** Public: signals, how they ended, and their track record. */
export function SignalsPage() {
  const text = useText("signals");
  const active = useActive({ shadow: false });
  const measured = useActive({ shadow: true });
  const ended = useEnded();
  const counts = [active.data?.results, measured.data?.results, ended.rows];
  const hasAny = counts.some((rows) => rows !== undefined && rows.length > 0);
  const judgedUntil = active.data?.judged_until ?? null;
  return (
    <SettingsPage title={text("title")} intro={text("intro")} isPublic isWide>
      <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[1fr_22rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <Section
            title={text("active")}
            note={judgedUntil === null ? null : <JudgedUntil at={judgedUntil} />}
          >
            <ReadState resource={pageRead(active)} label={text("loading")}>
              {({ results }) =>
                results.length > 0 ? <Cards signals={results} /> : <NoneActive isFirst={!hasAny} />
              }
            </ReadState>
          </Section>
          <Ended ended={ended} />
          <Measured read={measured} />
        </div>
        <Record />
      </div>
    </SettingsPage>
  );
}

function JudgedUntil({ at }: { at: string }) {
  const text = useText("signals");
  const dateTime = useDateTime();
  return (
    <span data-judged-until={at} className="text-2xs text-ink-muted">
      {text("judgedUntil", { time: isolated(dateTime(at)) })}
    </span>
  );
}

function Cards({ signals }: { signals: readonly Signal[] }) {
  return (
    <div className="divide-y divide-line">
      {signals.map((signal) => (
        <SignalCard key={signal.id} signal={signal} />
      ))}
    </div>
  );
}

/** Explains how signals come about until there is a first one. */
function NoneActive({ isFirst }: { isFirst: boolean }) {
  const text = useText("signals");
  if (!isFirst) return <EmptyState title={text("none")}>{text("noneDetail")}</EmptyState>;
  return (
    <EmptyState title={text("noneYet")}>
      <p>{text("noneYetDetail")}</p>
      <ul className="my-2 list-disc ps-5">
        {SIGNAL_RULES.map((rule) => (
          <li key={rule}>{text(`how_${rule}`)}</li>
        ))}
      </ul>
      <p>{text("noneYetShadow")}</p>
    </EmptyState>
  );
}

/** Signals in shadow, apart from those that a user may act on. */
function Measured({ read }: { read: ReturnType<typeof useActive> }) {
  const text = useText("signals");
  return (
    <Section title={text("measured")}>
      <p className="mb-3 text-xs text-ink-muted">{text("measuredDetail")}</p>
      <ReadState resource={pageRead(read)} label={text("loading")}>
        {({ results }) =>
          results.length > 0 ? (
            <Cards signals={results} />
          ) : (
            <EmptyState title={text("noneMeasured")} />
          )
        }
      </ReadState>
    </Section>
  );
}

function Ended({ ended: { read, rows, older } }: { ended: ReturnType<typeof useEnded> }) {
  const text = useText("signals");
  return (
    <Section title={text("ended")}>
      <ReadState resource={pageRead({ ...read, data: rows })} label={text("loading")}>
        {(shown) =>
          shown.length === 0 ? (
            <EmptyState title={text("noneEnded")}>{text("noneEndedDetail")}</EmptyState>
          ) : (
            <Cards signals={shown} />
          )
        }
      </ReadState>
      {older === undefined ? null : (
        <>
          <Button
            size="md"
            className="mt-3"
            aria-disabled={older.pending}
            onClick={() => void older.run()}
          >
            {text("older")}
          </Button>
          <ActionFailure error={older.error} />
        </>
      )}
    </Section>
  );
}
