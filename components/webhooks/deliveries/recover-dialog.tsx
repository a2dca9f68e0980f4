"use client";

import { type FormEvent, useState } from "react";
import { useAction } from "#components/data/use-action.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { FormButtons } from "#components/machines/parts/form-buttons.tsx";
import { FIELD_BOX, Labelled } from "#components/machines/parts/labelled.tsx";
import { Check } from "#components/ui/check.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { notify } from "#components/ui/notify.ts";
import { webhookApi } from "#components/webhooks/paths.ts";
import { DAY_MS, MINUTE_MS } from "#lib/protocol/durations.ts";
import { RECOVERABLE } from "#lib/protocol/webhooks.ts";
import type { Webhook, WebhookRecovery } from "#lib/protocol/wire/webhook.ts";

type RecoverDialogProps = { webhook: Webhook; onClose: (isDone: boolean) => void };

/**
 * Sends missed deliveries of a period again: it counts them first, then sends. Loaded on demand.
 */
export default function RecoverDialog({ webhook, onClose }: RecoverDialogProps) {
  const text = useText("webhooks");
  const { skipped } = webhook;
  // The dialog starts with the period of the skipped events. Its fields take whole minutes.
  const [from, setFrom] = useState(() =>
    localTime(skipped === null ? Date.now() - DAY_MS : Date.parse(skipped.from)),
  );
  const [to, setTo] = useState(() =>
    localTime((skipped === null ? Date.now() : Date.parse(skipped.to)) + MINUTE_MS),
  );
  const [states, setStates] = useState<readonly Recoverable[]>(["dead", "missing"]);
  const [counted, setCounted] = useState<{ request: string; matched: number; left: number }>();
  const terms = { from: isoTime(from), to: isoTime(to), states };
  const request = JSON.stringify(terms);
  const isCounted = counted?.request === request;
  const isValid = terms.from !== null && terms.to !== null && terms.from < terms.to;
  const { run, pending, error } = useAction((dryRun: boolean) =>
    write<WebhookRecovery>("POST", `${webhookApi(webhook.id)}/recover`, {
      ...terms,
      dry_run: dryRun,
    }),
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!isValid || states.length === 0) return;
    const answer = await run(!isCounted);
    if (answer?.ok !== true) return;
    const { matched, created, left } = answer.body;
    if (!isCounted) return setCounted({ request, matched, left });
    notify({
      tone: "good",
      text: text("recovered", { count: created }),
      ...(left > 0 && { detail: text("recoverLeft", { count: left }) }),
    });
    onClose(true);
  };
  return (
    <Dialog open onOpenChange={() => onClose(false)} title={text("recoverTitle")}>
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
        <p className="text-ink-muted">{text("recoverText")}</p>
        <div className="grid gap-3 sm:grid-cols-2">
          <TimeField label={text("from")} value={from} onChange={setFrom} />
          <TimeField
            label={text("to")}
            value={to}
            error={isValid ? undefined : text("rangeWrong")}
            onChange={setTo}
          />
        </div>
        <StateChoice states={states} onChange={setStates} />
        <output className="text-sm empty:hidden">
          {isCounted ? text("recoverMatched", { count: counted.matched }) : null}
        </output>
        <ActionFailure error={error} />
        <FormButtons
          pending={
            pending || !isValid || states.length === 0 || (isCounted && counted.matched === 0)
          }
          cancel={text("cancel")}
          action={text(isCounted ? "recoverAction" : "recoverCount")}
          onCancel={() => onClose(false)}
        />
      </form>
    </Dialog>
  );
}

type Recoverable = (typeof RECOVERABLE)[number];
type StateChoiceProps = {
  states: readonly Recoverable[];
  onChange: (states: Recoverable[]) => void;
};

function StateChoice({ states, onChange }: StateChoiceProps) {
  const text = useText("webhooks");
  return (
    <fieldset className="flex flex-col gap-2 [&>label]:pointer-coarse:min-h-11">
      <legend className="mb-1 text-xs font-medium">{text("recoverWhich")}</legend>
      {RECOVERABLE.map((state) => (
        <Check
          key={state}
          label={text(`recover_${state}`)}
          checked={states.includes(state)}
          onChange={(isChosen) =>
            onChange(RECOVERABLE.filter((one) => (one === state ? isChosen : states.includes(one))))
          }
        />
      ))}
    </fieldset>
  );
}

type TimeFieldProps = {
  label: string;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
};

function TimeField({ label, value, error, onChange }: TimeFieldProps) {
  return (
    <Labelled label={label} error={error}>
      {(ids) => (
        <input
          {...ids}
          type="datetime-local"
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          className={FIELD_BOX}
        />
      )}
    </Labelled>
  );
}

/** In the form of a field for local times. */
function localTime(at: number): string {
  const offsetMs = new Date(at).getTimezoneOffset() * 60_000;
  return new Date(at - offsetMs).toISOString().slice(0, 16);
}

function isoTime(local: string): string | null {
  const at = Date.parse(local);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}
