"use client";

import { type RefObject, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { FIELD_BOX, Labelled } from "#components/machines/parts/labelled.tsx";
import { Check } from "#components/ui/check.tsx";
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from "#lib/protocol/webhooks.ts";
import type { WebhookCheck } from "#lib/protocol/wire/webhook.ts";
import type { DraftFault, WebhookDraft } from "./draft.ts";

type WebhookFieldsProps = {
  draft: WebhookDraft;
  onChange: (next: WebhookDraft) => void;
  /** The field with the error that stopped the last submit. */
  fault: DraftFault | undefined;
  check: WebhookCheck | undefined;
  urlField: RefObject<HTMLInputElement | null>;
};

/** Address, events, filter and rate of a webhook. */
export function WebhookFields({ draft, onChange, fault, check, urlField }: WebhookFieldsProps) {
  const text = useText("webhooks");
  const change = (next: Partial<WebhookDraft>) => onChange({ ...draft, ...next });
  const problem = check?.url_problem ?? undefined;
  const urlError =
    fault === "url"
      ? text("urlMissing")
      : problem === undefined
        ? undefined
        : text(`url_${problem}`);
  return (
    <div className="flex flex-col gap-4">
      <Labelled label={text("url")} hint={text("urlHint")} error={urlError}>
        {(ids) => (
          <input
            {...ids}
            ref={urlField}
            type="url"
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://hooks.example/svc"
            value={draft.url}
            onChange={({ currentTarget }) => change({ url: currentTarget.value })}
            className={FIELD_BOX}
          />
        )}
      </Labelled>
      <EventChoice
        chosen={draft.events}
        isMissing={fault === "events"}
        onChange={(events) => change({ events })}
      />
      <Matched check={check} />
      <MoreTerms draft={draft} change={change} fault={fault} />
    </div>
  );
}

type MoreTermsProps = {
  draft: WebhookDraft;
  change: (next: Partial<WebhookDraft>) => void;
  fault: DraftFault | undefined;
};

/** Filter and rate. Most webhooks use the defaults. */
function MoreTerms({ draft, change, fault }: MoreTermsProps) {
  const text = useText("webhooks");
  const [isOpen, setOpen] = useState(draft.assets !== "" || draft.conviction !== "");
  const isWrong = fault === "assets" || fault === "conviction" || fault === "perSecond";
  const wrong = (field: "assets" | "conviction" | "perSecond") =>
    fault === field ? text(`${field}Wrong`) : undefined;
  return (
    <details
      className="group rounded border p-3"
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer text-sm font-medium pointer-coarse:min-h-11">
        {text("moreTerms")}
      </summary>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        <Labelled label={text("assets")} hint={text("assetsHint")} error={wrong("assets")}>
          {(ids) => (
            <input
              {...ids}
              dir="ltr"
              placeholder="BTC, ETH"
              value={draft.assets}
              onChange={({ currentTarget }) => change({ assets: currentTarget.value })}
              className={FIELD_BOX}
            />
          )}
        </Labelled>
        <Labelled
          label={text("conviction")}
          hint={text("convictionHint")}
          error={wrong("conviction")}
        >
          {(ids) => (
            <input
              {...ids}
              dir="ltr"
              inputMode="decimal"
              placeholder="0.7"
              value={draft.conviction}
              onChange={({ currentTarget }) => change({ conviction: currentTarget.value.trim() })}
              className={FIELD_BOX}
            />
          )}
        </Labelled>
        <Labelled label={text("perSecond")} hint={text("perSecondHint")} error={wrong("perSecond")}>
          {(ids) => (
            <input
              {...ids}
              dir="ltr"
              inputMode="numeric"
              value={draft.perSecond}
              onChange={({ currentTarget }) => change({ perSecond: currentTarget.value.trim() })}
              className={FIELD_BOX}
            />
          )}
        </Labelled>
      </div>
    </details>
  );
}

type EventChoiceProps = {
  chosen: readonly WebhookEventType[];
  isMissing: boolean;
  onChange: (events: WebhookEventType[]) => void;
};

function EventChoice({ chosen, isMissing, onChange }: EventChoiceProps) {
  const text = useText("webhooks");
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-xs font-medium">{text("events")}</legend>
      <ul className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {WEBHOOK_EVENT_TYPES.map((type) => (
          <li key={type} className="flex flex-col [&>label]:pointer-coarse:min-h-11">
            <Check
              label={
                <bdi dir="ltr" translate="no" className="font-mono text-ink">
                  {type}
                </bdi>
              }
              checked={chosen.includes(type)}
              onChange={(isChosen) =>
                onChange(
                  WEBHOOK_EVENT_TYPES.filter((one) =>
                    one === type ? isChosen : chosen.includes(one),
                  ),
                )
              }
            />
            <span className="ps-5.5 text-2xs text-ink-muted">{text(`about_${type}`)}</span>
          </li>
        ))}
      </ul>
      <p role="alert" className="text-2xs text-bad empty:hidden">
        {isMissing ? text("eventsMissing") : null}
      </p>
    </fieldset>
  );
}

/** How many past events would have been delivered. */
function Matched({ check }: { check: WebhookCheck | undefined }) {
  const text = useText("webhooks");
  const matched = check?.matched ?? undefined;
  return (
    <output className="text-xs text-ink-muted empty:hidden">
      {matched === undefined ? null : text("matched", { count: matched })}
    </output>
  );
}
