"use client";

import { Pencil, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { useViewState } from "#components/trading/screen/view/view-state.tsx";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { Field } from "#components/ui/field.tsx";
import { useStore } from "#components/ui/use-store.ts";
import { LayoutTexts } from "./layout-texts.tsx";
import {
  type ChartLayout,
  chartLayouts,
  deleteLayout,
  LONGEST_NAME,
  MAX_LAYOUTS,
  renameLayout,
  saveLayout,
  showLayout,
} from "./layouts.ts";

/** Saves what the chart shows under a name, and shows, renames and deletes what was saved. */
export default function LayoutDialog({ onClose }: { onClose: () => void }) {
  return (
    <LayoutTexts>
      <Choices onClose={onClose} />
    </LayoutTexts>
  );
}

function Choices({ onClose }: { onClose: () => void }) {
  const text = useText("chartLayouts");
  const layouts = useStore(chartLayouts);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={text("title")}
      description={text("hint")}
    >
      <SaveForm />
      {layouts.length === 0 ? (
        <p className="mt-4 text-xs text-ink-muted">{text("none")}</p>
      ) : (
        <ul className="mt-4 divide-y divide-line border-y">
          {layouts.map((layout) => (
            <Row key={layout.name} layout={layout} onClose={onClose} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function SaveForm() {
  const text = useText("chartLayouts");
  const { interval } = useViewState();
  const layouts = useStore(chartLayouts);
  const [typed, setTyped] = useState("");
  const [isFull, setFull] = useState(false);
  const name = typed.trim();
  const isKnown = layouts.some((one) => one.name === name);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (name === "") return;
    const isSaved = saveLayout(name, interval);
    setFull(!isSaved);
    if (isSaved) setTyped("");
  };
  return (
    <form onSubmit={save} className="flex flex-wrap items-start gap-2">
      <Field
        className="min-w-40 flex-1"
        label={text("name")}
        inputMode="text"
        dir="auto"
        value={typed}
        maxLength={LONGEST_NAME}
        error={isFull ? text("full", { count: MAX_LAYOUTS }) : undefined}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit" tone="primary" size="md" disabled={name === ""}>
        {isKnown ? text("overwrite", { name }) : text("saveAs")}
      </Button>
    </form>
  );
}

type RowProps = { layout: ChartLayout; onClose: () => void };

function Row({ layout, onClose }: RowProps) {
  const text = useText("chartLayouts");
  const { set } = useViewState();
  const [isRenamed, setRenamed] = useState(false);
  const { name, interval } = layout;
  if (isRenamed) return <Rename name={name} onDone={() => setRenamed(false)} />;
  return (
    <li className="flex items-center gap-1 py-1">
      <button
        type="button"
        className="flex min-w-0 flex-1 items-baseline gap-2 rounded px-2 py-1.5 text-start text-sm hover:bg-hover pointer-coarse:min-h-11 pointer-coarse:items-center"
        onClick={() => {
          showLayout(layout);
          set({ interval });
          onClose();
        }}
      >
        <bdi className="truncate">{name}</bdi>
        <span dir="ltr" className="text-2xs text-ink-muted">
          {interval}
        </span>
      </button>
      <Button
        tone="quiet"
        size="icon"
        className="pointer-coarse:size-11"
        aria-label={text("rename", { name })}
        onClick={() => setRenamed(true)}
      >
        <Pencil size={14} aria-hidden />
      </Button>
      <Button
        tone="quiet"
        size="icon"
        className="pointer-coarse:size-11"
        aria-label={text("remove", { name })}
        onClick={() => deleteLayout(name)}
      >
        <Trash2 size={14} aria-hidden />
      </Button>
    </li>
  );
}

function Rename({ name, onDone }: { name: string; onDone: () => void }) {
  const text = useText("chartLayouts");
  const [typed, setTyped] = useState(name);
  const [isTaken, setTaken] = useState(false);
  const keep = (event: FormEvent) => {
    event.preventDefault();
    const next = typed.trim();
    if (next === "") return;
    if (renameLayout(name, next)) onDone();
    else setTaken(true);
  };
  return (
    <li className="py-1">
      <form onSubmit={keep} className="flex flex-wrap items-start gap-2">
        <Field
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of the pressed button
          autoFocus
          className="min-w-40 flex-1"
          label={text("name")}
          aria-label={text("newName", { name })}
          inputMode="text"
          dir="auto"
          value={typed}
          maxLength={LONGEST_NAME}
          error={isTaken ? text("taken") : undefined}
          onChange={({ currentTarget }) => {
            setTaken(false);
            setTyped(currentTarget.value);
          }}
        />
        <Button type="submit" size="md">
          {text("save")}
        </Button>
        <Button size="md" tone="quiet" onClick={onDone}>
          {text("cancel")}
        </Button>
      </form>
    </li>
  );
}
