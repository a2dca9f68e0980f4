"use client";

import { type FormEvent, useState } from "react";
import { useAction } from "#components/data/use-action.ts";
import { useResource } from "#components/data/use-resource.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure, ReadState } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { FIELD_BOX, Labelled } from "#components/machines/parts/labelled.tsx";
import { ZonedTime } from "#components/partner/earnings/zoned-time.tsx";
import { Button } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { notify } from "#components/ui/notify.ts";
import {
  PARTNER_EVENTS,
  type PartnerEvent,
  POSTBACK_MACROS,
} from "#lib/protocol/partner/postbacks.ts";
import type { PostbackCall, Postback as State } from "#lib/protocol/wire/partner.ts";

const PATH = "/api/v1/partner/postback";
const EXAMPLE =
  "https://tracker.example/postback?click={sub}&event={event}&payout={amount}&id={id}";

/** The address that is called for each event, its test, and its latest calls. Loaded on demand (`lazy`). */
export default function Postback() {
  const text = useText("partnerRecords");
  const state = useResource<State>(PATH);
  const set = (next: State) => state.change(() => next);
  return (
    <ReadState resource={state} label={text("loading")}>
      {(data) => (
        <div className="flex flex-col gap-3 pt-2">
          <p className="max-w-2xl text-xs text-ink-muted">{text("postbackText")}</p>
          {data.postback?.paused_at == null ? null : (
            <p className="rounded border border-warn-line bg-warn-soft p-3 text-xs">
              {text("postbackPaused")}
            </p>
          )}
          <Form key={data.postback?.created_at ?? ""} state={data} onChange={set} />
          {data.postback === null ? null : <Calls state={data} onChange={set} />}
        </div>
      )}
    </ReadState>
  );
}

type PartProps = { state: State; onChange: (state: State) => void };

function Form({ state: { postback }, onChange }: PartProps) {
  const text = useText("partnerRecords");
  const [url, setUrl] = useState(postback?.url ?? "");
  const [events, setEvents] = useState<readonly PartnerEvent[]>(postback?.events ?? PARTNER_EVENTS);
  const save = useAction(() => write<State>("PUT", PATH, { url: url.trim(), events }));
  const remove = useAction(() => write<State>("DELETE", PATH));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await save.run();
    if (answer?.ok !== true) return;
    onChange(answer.body);
    notify({ tone: "good", text: text("postbackSaved") });
  };
  const leave = async () => {
    const answer = await remove.run();
    if (answer?.ok !== true) return;
    setUrl("");
    onChange(answer.body);
  };
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={(event) => void submit(event)}>
      <AddressField
        url={url}
        error={save.error}
        onChange={(next) => {
          setUrl(next);
          save.clear();
        }}
      />
      <EventChoices events={events} onChange={setEvents} />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          size="md"
          aria-disabled={save.pending || url.trim() === "" || events.length === 0}
        >
          {text(postback === null ? "postbackSet" : "postbackSave")}
        </Button>
        {postback === null ? null : (
          <Button
            size="md"
            tone="quiet"
            aria-disabled={remove.pending}
            onClick={() => void leave()}
          >
            {text("postbackRemove")}
          </Button>
        )}
      </div>
      <ActionFailure error={remove.error} />
    </form>
  );
}

type EventChoicesProps = {
  events: readonly PartnerEvent[];
  onChange: (events: readonly PartnerEvent[]) => void;
};

function EventChoices({ events, onChange }: EventChoicesProps) {
  const text = useText("partnerRecords");
  return (
    <fieldset className="flex flex-wrap gap-x-5 gap-y-1">
      <legend className="mb-1 text-xs font-medium">{text("postbackEvents")}</legend>
      {PARTNER_EVENTS.map((event) => (
        <label
          key={event}
          className="inline-flex items-center gap-2 text-xs pointer-coarse:min-h-11"
        >
          <input
            type="checkbox"
            className="accent-(--accent-strong)"
            checked={events.includes(event)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(
                PARTNER_EVENTS.filter((one) => (one === event ? checked : events.includes(one))),
              )
            }
          />
          <bdi dir="ltr" translate="no" className="font-mono">
            {event}
          </bdi>
        </label>
      ))}
    </fieldset>
  );
}

type AddressFieldProps = {
  url: string;
  error: string | undefined;
  onChange: (url: string) => void;
};

function AddressField({ url, error, onChange }: AddressFieldProps) {
  const text = useText("partnerRecords");
  return (
    <>
      <Labelled label={text("postbackUrl")} error={error}>
        {(ids) => (
          <input
            {...ids}
            name="postback"
            dir="ltr"
            type="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={EXAMPLE}
            className={FIELD_BOX}
            value={url}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
      </Labelled>
      <p className="text-2xs text-ink-muted">
        {text("postbackMacros")}{" "}
        <bdi dir="ltr" translate="no" className="font-mono [overflow-wrap:anywhere]">
          {POSTBACK_MACROS.map((name) => `{${name}}`).join(" ")}
        </bdi>
      </p>
    </>
  );
}

function Calls({ state: { postback, calls }, onChange }: PartProps) {
  const text = useText("partnerRecords");
  const [event, setEvent] = useState<PartnerEvent>(postback?.events[0] ?? "referral.created");
  const test = useAction(() => write<State>("POST", `${PATH}/test`, { event }));
  const run = async () => {
    const answer = await test.run();
    if (answer?.ok === true) onChange(answer.body);
  };
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <Labelled label={text("postbackTestOf")}>
          {(ids) => (
            <select
              {...ids}
              className={`${FIELD_BOX} !w-auto`}
              value={event}
              onChange={({ currentTarget }) => setEvent(currentTarget.value as PartnerEvent)}
            >
              {PARTNER_EVENTS.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Labelled>
        <Button size="md" aria-disabled={test.pending} onClick={() => void run()}>
          {text(test.pending ? "postbackTesting" : "postbackTest")}
        </Button>
      </div>
      <ActionFailure error={test.error} />
      {calls.length === 0 ? (
        <p className="text-xs text-ink-muted">{text("postbackNone")}</p>
      ) : (
        <ul aria-label={text("postbackCalls")} className="flex flex-col divide-y text-xs">
          {calls.map((call) => (
            <Call key={call.id} call={call} />
          ))}
        </ul>
      )}
    </>
  );
}

const TONES = { pending: "warn", delivered: "good", dead: "bad" } as const;

function Call({ call }: { call: PostbackCall }) {
  const text = useText("partnerRecords");
  const outcome = call.status === null ? (call.failure ?? "") : `HTTP ${call.status}`;
  return (
    <li className="flex flex-col gap-0.5 py-2">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Chip tone={TONES[call.state]}>{text(`postback_${call.state}`)}</Chip>
        <bdi dir="ltr" translate="no" className="font-mono">
          {call.event}
        </bdi>
        {call.test ? <Chip>{text("postbackIsTest")}</Chip> : null}
        <span className="text-ink-muted">
          <ZonedTime exact at={call.attempted_at ?? call.created_at} />
        </span>
        <bdi dir="ltr" translate="no" className="text-ink-muted">
          {outcome}
        </bdi>
        {call.next_attempt_at === null ? null : (
          <span className="text-ink-muted">
            {text("postbackNext")} <ZonedTime exact at={call.next_attempt_at} />
          </span>
        )}
      </span>
      {call.url === null ? null : (
        <bdi dir="ltr" translate="no" className="font-mono text-2xs break-all text-ink-muted">
          {call.url}
        </bdi>
      )}
    </li>
  );
}
