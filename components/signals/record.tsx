"use client";

import { pageRead } from "#components/catalysts/parts/public-read.ts";
import { readJson } from "#components/data/http.ts";
import { useRepeatedRead } from "#components/data/use-repeated-read.ts";
import { ReadState } from "#components/frame/settings/settings-page.tsx";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { EmptyState, Section } from "#components/ui/section.tsx";
import type { SignalFigures, SignalRecord } from "#lib/protocol/wire/signals.ts";
import { ShadowChip, SimulatedChip, useRisk, useShare } from "./labels.tsx";
import { RecordPictures } from "./record-pictures.tsx";

const RECORD = "/api/public/signals/record";
const POLL_MS = 30_000;
const MEANINGS = ["right", "mean", "brier", "momentum", "calibration", "curve", "few"] as const;

/**
 * The track record of the signals, beside baselines at the same moments, and what the figures mean.
 */
export function Record() {
  const text = useText("signals");
  const read = useRepeatedRead(RECORD, (signal) => readJson<SignalRecord>(RECORD, signal), POLL_MS);
  return (
    <Section title={text("record")}>
      <p className="mb-3 text-xs text-ink-muted">{text("recordIntro")}</p>
      <ReadState resource={pageRead(read)} label={text("loading")}>
        {({ results }) => {
          const shown = results.filter(({ active, ended }) => active + ended > 0);
          return shown.some(({ ended }) => ended > 0) ? (
            <div className="flex flex-col gap-5">
              {shown.map((figures) => (
                <Figures key={nameOf(figures)} figures={figures} />
              ))}
            </div>
          ) : (
            <EmptyState title={text("noRecord")} />
          );
        }}
      </ReadState>
      <h3 className="mt-5 mb-1 text-xs font-semibold">{text("meaning")}</h3>
      <ul className="flex flex-col gap-1 text-xs text-ink-muted">
        {MEANINGS.map((name) => (
          <li key={name}>{text(`meaning_${name}`)}</li>
        ))}
      </ul>
    </Section>
  );
}

/** `drift emitted`, `drift simulated shadow` */
function nameOf({ rule, simulated, shadow }: SignalFigures): string {
  return [rule, ...(simulated ? ["simulated"] : []), shadow ? "shadow" : "emitted"].join(" ");
}

type Row = Pick<SignalFigures, "hit_rate" | "mean_result" | "brier"> & { ended: number | null };

function Figures({ figures }: { figures: SignalFigures }) {
  const text = useText("signals");
  const { integer } = useFormat();
  const { rule, simulated, shadow, active, baselines } = figures;
  const rows: [name: string, label: string, row: Row][] = [
    ["signals", text("ofSignals"), figures],
    ["momentum", text("ofMomentum"), baselines.momentum],
    ["coin", text("ofCoin"), { ...baselines.coin, ended: null }],
  ];
  return (
    <div data-figures={nameOf(figures)}>
      <table className="w-full text-xs">
        <caption className="mb-1 text-start">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="font-medium">{text(`rule_${rule}`)}</span>
            {simulated ? <SimulatedChip /> : null}
            {shadow ? <ShadowChip /> : <span className="text-ink-muted">{text("emitted")}</span>}
            <span className="text-2xs text-ink-muted">
              {text("activeCount", { count: integer(active) })}
            </span>
          </span>
        </caption>
        <thead className="text-2xs text-ink-muted">
          <tr>
            <th scope="col">
              <span className="sr-only">{text("compared")}</span>
            </th>
            {(["ended", "right", "mean", "brier"] as const).map((column) => (
              <th key={column} scope="col" className="py-1 ps-2 text-end font-normal">
                {text(`column_${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t">
          {rows.map(([name, label, row]) => (
            <FigureRow key={name} name={name} label={label} row={row} />
          ))}
        </tbody>
      </table>
      <RecordPictures {...figures} />
    </div>
  );
}

const NOTHING = "–";

function FigureRow({ name, label, row }: { name: string; label: string; row: Row }) {
  const { integer, figure } = useFormat();
  const share = useShare();
  const risk = useRisk();
  const cells = {
    ended: row.ended === null ? "" : integer(row.ended),
    right: row.hit_rate === null ? NOTHING : share(row.hit_rate),
    mean: row.mean_result === null ? NOTHING : risk(row.mean_result),
    brier: row.brier === null ? NOTHING : figure(row.brier.toFixed(4), 3),
  };
  return (
    <tr data-row={name}>
      <th scope="row" className="py-1 text-start font-normal">
        {label}
      </th>
      {Object.entries(cells).map(([column, value]) => (
        <td key={column} data-cell={column} className="py-1 ps-2 text-end tabular-nums">
          <bdi dir="ltr" translate="no">
            {value}
          </bdi>
        </td>
      ))}
    </tr>
  );
}
