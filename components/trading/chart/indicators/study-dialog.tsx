"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import {
  changeChartSettings,
  chartSettings,
} from "#components/trading/chart/series/chart-settings.ts";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { useStore } from "#components/ui/use-store.ts";
import { studyColour, studyName } from "./study-names.ts";
import {
  DEFAULT_PERIOD,
  isPeriod,
  LONGEST_PERIOD,
  MAX_STUDIES,
  SHORTEST_PERIOD,
  STUDY_KINDS,
  type StudyKind,
  type StudySetting,
  studiesOf,
} from "./study-settings.ts";

type StudyDialogProps = { source: string; onClose: () => void };

/** Adds, changes and removes indicators. Every change is drawn and stored at once. */
export default function StudyDialog({ source, onClose }: StudyDialogProps) {
  const text = useText("chart");
  const studies = studiesOf(useStore(chartSettings).studies);
  const put = (next: readonly Omit<StudySetting, "id">[]) =>
    changeChartSettings({ studies: next.map((study, id) => ({ ...study, id })) });
  const full = studies.length >= MAX_STUDIES;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text("indicators")}
      description={text("indicatorsHint", { source })}
      footer={
        <div className="flex justify-end">
          <Button tone="primary" onClick={onClose}>
            {text("done")}
          </Button>
        </div>
      }
    >
      {studies.length === 0 ? <p className="text-xs text-ink-muted">{text("noStudies")}</p> : null}
      <ul className="flex flex-col gap-2">
        {studies.map((study) => (
          <StudyRow
            key={`${study.id.toString()} ${study.kind}`}
            study={study}
            onPeriod={(period) =>
              put(studies.map((one) => (one.id === study.id ? { ...one, period } : one)))
            }
            onRemove={() => put(studies.filter(({ id }) => id !== study.id))}
          />
        ))}
      </ul>
      <h3 className="mt-4 mb-1.5 text-xs font-semibold">{text("add")}</h3>
      <div className="flex flex-wrap gap-1.5">
        {STUDY_KINDS.map((kind) => (
          <Button
            key={kind}
            size="xs"
            disabled={full || isOnce(kind, studies)}
            aria-label={text("addStudy", { name: text(kind) })}
            onClick={() => put([...studies, { kind, period: DEFAULT_PERIOD[kind] }])}
          >
            {text(kind)}
          </Button>
        ))}
      </div>
      {full ? (
        <p className="mt-2 text-2xs text-ink-faint">
          {text("mostStudies", { count: MAX_STUDIES })}
        </p>
      ) : null}
      {studies.some(({ kind }) => kind === "vwap") ? (
        <p className="mt-2 text-2xs text-ink-faint">{text("vwapSessions")}</p>
      ) : null}
    </Dialog>
  );
}

/** Two of these would draw the same line. */
function isOnce(kind: StudyKind, studies: readonly StudySetting[]): boolean {
  return kind === "vwap" && studies.some((study) => study.kind === kind);
}

type StudyRowProps = {
  study: StudySetting;
  onPeriod: (period: number) => void;
  onRemove: () => void;
};

function StudyRow({ study, onPeriod, onRemove }: StudyRowProps) {
  const text = useText("chart");
  const [typed, setTyped] = useState(study.period.toString());
  const name = studyName(study, text);
  const wrong = study.kind !== "vwap" && !(/^\d+$/.test(typed) && isPeriod(Number(typed)));
  return (
    <li className="flex items-start gap-2">
      <span
        aria-hidden
        className="mt-4 h-0.5 w-4 shrink-0"
        style={{ background: studyColour(study) }}
      />
      <span className="mt-2 min-w-0 flex-1 truncate text-xs">{text(study.kind)}</span>
      {study.kind === "vwap" ? null : (
        <Field
          className="w-32"
          label={text("period")}
          aria-label={text("periodOf", { name: text(study.kind) })}
          inputMode="numeric"
          value={typed}
          error={
            wrong
              ? text("periodWrong", { least: SHORTEST_PERIOD, most: LONGEST_PERIOD })
              : undefined
          }
          onChange={(event) => {
            const next = event.currentTarget.value;
            setTyped(next);
            if (/^\d+$/.test(next) && isPeriod(Number(next))) onPeriod(Number(next));
          }}
        />
      )}
      <Button
        tone="quiet"
        size="icon"
        aria-label={text("removeStudy", { name })}
        onClick={onRemove}
      >
        <X size={14} aria-hidden />
      </Button>
    </li>
  );
}
