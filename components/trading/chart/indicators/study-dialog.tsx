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
  initialParams,
  isParam,
  MAX_STUDIES,
  type StudySetting,
  studiesOf,
} from "./study-settings.ts";
import { type Param, STUDY_KINDS, type StudyKind, studyRow } from "./study-table.ts";
import { StudyTexts } from "./study-texts.tsx";

type StudyDialogProps = { source: string; onClose: () => void };

/** Adds, changes and removes indicators. Every change is drawn and stored at once. */
export default function StudyDialog(props: StudyDialogProps) {
  return (
    <StudyTexts>
      <Choices {...props} />
    </StudyTexts>
  );
}

function Choices({ source, onClose }: StudyDialogProps) {
  const text = useText("studies");
  const chartText = useText("chart");
  const studies = studiesOf(useStore(chartSettings).studies);
  const put = (next: readonly Omit<StudySetting, "id">[]) =>
    changeChartSettings({ studies: next.map((study, id) => ({ ...study, id })) });
  const full = studies.length >= MAX_STUDIES;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={chartText("indicators")}
      description={text("indicatorsHint", { source })}
      footer={
        <div className="flex justify-end">
          <Button tone="primary" onClick={onClose}>
            {chartText("done")}
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
            onParams={(params) =>
              put(studies.map((one) => (one.id === study.id ? { ...one, params } : one)))
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
            className="pointer-coarse:h-11"
            disabled={full || isOnce(kind, studies)}
            aria-label={text("addStudy", { name: text(kind) })}
            onClick={() => put([...studies, { kind, params: initialParams(kind) }])}
          >
            {text(kind)}
          </Button>
        ))}
      </div>
      {full ? <Note>{text("mostStudies", { count: MAX_STUDIES })}</Note> : null}
      <Notes studies={studies} />
    </Dialog>
  );
}

/** What a line cannot say of itself. */
function Notes({ studies }: { studies: readonly StudySetting[] }) {
  const text = useText("studies");
  const has = (...kinds: StudyKind[]) => studies.some(({ kind }) => kinds.includes(kind));
  return (
    <>
      {has("vwap") ? <Note>{text("vwapSessions")}</Note> : null}
      {has("obv") ? <Note>{text("obvTrades")}</Note> : null}
      {has("funding", "interest") ? <Note>{text("venueHours")}</Note> : null}
    </>
  );
}

function Note({ children }: { children: string }) {
  return <p className="mt-2 text-2xs text-ink-faint">{children}</p>;
}

/** Two of an indicator without parameters would draw the same line. */
function isOnce(kind: StudyKind, studies: readonly StudySetting[]): boolean {
  return studyRow(kind).params.length === 0 && studies.some((study) => study.kind === kind);
}

type StudyRowProps = {
  study: StudySetting;
  onParams: (params: readonly number[]) => void;
  onRemove: () => void;
};

function StudyRow({ study, onParams, onRemove }: StudyRowProps) {
  const text = useText("studies");
  const name = studyName(study, text);
  return (
    <li className="flex flex-wrap items-start gap-2">
      <span
        aria-hidden
        className="mt-4 h-0.5 w-4 shrink-0"
        style={{ background: studyColour(study) }}
      />
      <span className="mt-2 min-w-24 flex-1 text-xs">{text(study.kind)}</span>
      {studyRow(study.kind).params.map((param, index) => (
        <ParamField
          key={param.name}
          param={param}
          study={study.kind}
          value={study.params[index] ?? param.initial}
          onChange={(value) =>
            onParams(study.params.map((one, at) => (at === index ? value : one)))
          }
        />
      ))}
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

type ParamFieldProps = {
  param: Param;
  study: StudyKind;
  value: number;
  onChange: (value: number) => void;
};

function ParamField({ param, study, value, onChange }: ParamFieldProps) {
  const text = useText("studies");
  const [typed, setTyped] = useState(value.toString());
  const numberOf = (words: string) => (/^\d+$/.test(words) ? Number(words) : undefined);
  const label = text(param.name);
  const { least, most } = param;
  return (
    <Field
      className="w-30"
      label={label}
      aria-label={
        param.name === "period"
          ? text("periodOf", { name: text(study) })
          : text("paramOf", { param: label, name: text(study) })
      }
      inputMode="numeric"
      value={typed}
      error={isParam(param, numberOf(typed)) ? undefined : text("periodWrong", { least, most })}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        const next = numberOf(currentTarget.value);
        if (isParam(param, next)) onChange(next);
      }}
    />
  );
}
