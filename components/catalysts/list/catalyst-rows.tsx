"use client";

import Link from "next/link";
import {
  Assets,
  SentimentLabel,
  SimulatedChip,
  StatusChip,
  TypeLabel,
} from "#components/catalysts/parts/labels.tsx";
import { Magnitude } from "#components/catalysts/parts/magnitude.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Ago } from "#components/ui/ago.tsx";
import type { Catalyst } from "#lib/protocol/wire/catalysts.ts";

/**
 * Catalysts as a list, newest first. Third parties wrote the headlines, so they are shown as plain
 * text.
 */
export function CatalystRows({ rows }: { rows: readonly Catalyst[] }) {
  return (
    <ul className="-mx-4 divide-y divide-line">
      {rows.map((catalyst) => (
        <Row key={catalyst.id} catalyst={catalyst} />
      ))}
    </ul>
  );
}

function Row({ catalyst }: { catalyst: Catalyst }) {
  const text = useText("catalysts");
  const { id, headline, type, status, assets, sources, simulated } = catalyst;
  return (
    <li data-catalyst={id} className="grid grid-cols-[auto_1fr] gap-x-3 px-4 py-3 text-xs">
      <Magnitude {...catalyst} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <TypeLabel type={type} />
          <Assets assets={assets} />
          <StatusChip status={status} />
          {simulated ? <SimulatedChip /> : null}
          <span className="ms-auto text-2xs text-ink-muted">
            <span className="sr-only">{text("firstSeen")}: </span>
            <Ago at={catalyst.first_seen_at} />
          </span>
        </div>
        <Link
          href={`/catalysts/${id}`}
          className="mt-1 block min-w-0 text-sm font-medium break-words underline-offset-2 hover:underline pointer-coarse:min-h-11 pointer-coarse:py-2.5"
        >
          <span dir="auto" className="block text-start">
            {headline}
          </span>
        </Link>
        <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
          <SentimentLabel sentiment={catalyst.sentiment} />
          <span className="text-2xs text-ink-muted" title={text("sourceCountHelp")}>
            {text("sourceCount", { count: sources.length })}
          </span>
        </div>
      </div>
    </li>
  );
}
