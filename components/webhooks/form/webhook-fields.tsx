"use client";

import { type RefObject, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { FIELD_BOX, Labelled } from "#components/machines/parts/labelled.tsx";
import { Check } from "#components/ui/check.tsx";
import {
  RECEIVER_STOPS,
  type ReceiverStop,
  WEBHOOK_EVENT_TYPES,
  type WebhookEventType,
} from "#lib/protocol/webhooks.ts";
import type { WebhookCheck } from "#lib/protocol/wire/webhook.ts";
import {
  type DraftFault,
  droppedHeaders,
  type WebhookDraft,
  withFormat,
  withUrl,
} from "./draft.ts";
import { FilterFields } from "./filter-fields.tsx";
import { FormatChoice, MessagePreview } from "./format-choice.tsx";
import { OwnHeaders } from "./own-headers.tsx";

type WebhookFieldsProps = {
  draft: WebhookDraft;
  onChange: (next: WebhookDraft) => void;
  /** The field with the error that stopped the last submit. */
  fault: DraftFault | undefined;
  check: WebhookCheck | undefined;
  urlField: RefObject<HTMLInputElement | null>;
  /** Chooses the event of the preview of a chat message. */
  onPreview: (type: WebhookEventType) => void;
  /** The address that is stored; absent for a new webhook. */
  storedUrl?: string;
};

/** Address, name, format, events, filters, headers and limits of a webhook. */
export function WebhookFields(props: WebhookFieldsProps) {
  const { draft, onChange, fault, check, urlField, onPreview, storedUrl } = props;
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
            onChange={({ currentTarget }) => onChange(withUrl(draft, currentTarget.value))}
            className={FIELD_BOX}
          />
        )}
      </Labelled>
      <Labelled
        label={text("name")}
        hint={text("nameHint")}
        error={fault === "name" ? text("nameWrong") : undefined}
      >
        {(ids) => (
          <input
            {...ids}
            dir="auto"
            autoComplete="off"
            value={draft.name}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            className={FIELD_BOX}
          />
        )}
      </Labelled>
      <FormatChoice
        url={draft.url}
        format={draft.format}
        onChange={(format) => onChange({ ...withFormat(draft, format), isFormatChosen: true })}
      />
      <EventChoice
        chosen={draft.events}
        isMissing={fault === "events"}
        onChange={(events) => change({ events })}
      />
      <Matched check={check} />
      {check?.preview == null ? null : (
        <MessagePreview preview={check.preview} events={draft.events} onType={onPreview} />
      )}
      <MoreTerms draft={draft} change={change} fault={fault} check={check} storedUrl={storedUrl} />
    </div>
  );
}

type MoreTermsProps = {
  draft: WebhookDraft;
  change: (next: Partial<WebhookDraft>) => void;
  fault: DraftFault | undefined;
  check: WebhookCheck | undefined;
  storedUrl: string | undefined;
};

const FOLDED: ReadonlySet<DraftFault> = new Set(["assets", "conviction", "perSecond", "headers"]);

/** Filters, headers and limits. Most webhooks use the defaults. */
function MoreTerms({ draft, change, fault, check, storedUrl }: MoreTermsProps) {
  const text = useText("webhooks");
  const [isOpen, setOpen] = useState(() => hasMoreTerms(draft));
  // Headers that would be dropped are shown before the user saves.
  const isDropping = storedUrl !== undefined && droppedHeaders(draft, storedUrl).length > 0;
  const isShown = isOpen || isDropping || (fault !== undefined && FOLDED.has(fault));
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  return (
    <details
      className="group rounded border p-3"
      open={isShown}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer text-sm font-medium pointer-coarse:min-h-11">
        {text("moreTerms")}
      </summary>
      <div className="mt-3 flex flex-col gap-5">
        <FilterFields
          draft={draft}
          change={change}
          fault={fault === "assets" || fault === "conviction" ? fault : undefined}
          check={check}
          isShown={wasShown}
        />
        <OwnHeaders
          draft={draft}
          change={change}
          storedUrl={storedUrl}
          isTried={fault === "headers"}
        />
        <Limits draft={draft} change={change} fault={fault} />
      </div>
    </details>
  );
}

/** The rate of deliveries, and what the receiver may end. */
function Limits({ draft, change, fault }: Pick<MoreTermsProps, "draft" | "change" | "fault">) {
  const text = useText("webhooks");
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Labelled
        label={text("perSecond")}
        hint={text("perSecondHint")}
        error={fault === "perSecond" ? text("perSecondWrong") : undefined}
      >
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
      <Labelled label={text("receiverMayStop")} hint={text(`stopHint_${draft.receiverMayStop}`)}>
        {(ids) => (
          <select
            {...ids}
            value={draft.receiverMayStop}
            onChange={({ currentTarget }) =>
              change({ receiverMayStop: currentTarget.value as ReceiverStop })
            }
            className={FIELD_BOX}
          >
            {RECEIVER_STOPS.map((stop) => (
              <option key={stop} value={stop}>
                {text(`stop_${stop}`)}
              </option>
            ))}
          </select>
        )}
      </Labelled>
    </div>
  );
}

function hasMoreTerms(draft: WebhookDraft): boolean {
  const { assets, conviction, markets, accounts, headers, receiverMayStop } = draft;
  const lists = markets.length + accounts.length + headers.length;
  return assets !== "" || conviction !== "" || lists > 0 || receiverMayStop !== "header";
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
