"use client";

import { useEffect, useRef, useState } from "react";
import { useAction } from "#components/data/use-action.ts";
import { useReadAgain } from "#components/data/use-read-again.ts";
import { useResource } from "#components/data/use-resource.ts";
import { write } from "#components/data/write.ts";
import { ActionFailure } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { FIELD_BOX, Labelled } from "#components/machines/parts/labelled.tsx";
import { Button } from "#components/ui/button.tsx";
import { Section } from "#components/ui/section.tsx";
import {
  CodeArea,
  DeliveryState,
  TextLink,
  useDuration,
  useFailureText,
} from "#components/webhooks/parts.tsx";
import { deliveryApi, deliveryPage, WEBHOOKS_API, webhookApi } from "#components/webhooks/paths.ts";
import type { TabProps } from "#components/webhooks/tab-props.ts";
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from "#lib/protocol/webhooks.ts";
import type {
  Webhook,
  WebhookDelivery,
  WebhookEventTypes,
  WebhookTest,
} from "#lib/protocol/wire/webhook.ts";

/** Sends a test delivery through the normal engine and shows the outcome. */
export default function TestTab({ webhook }: TabProps) {
  const text = useText("webhooks");
  const [sent, setSent] = useState<string>();
  return (
    <Section title={text("tab_test")}>
      <p className="max-w-2xl text-ink-muted">{text("testText")}</p>
      <TestForm webhook={webhook} onSent={setSent} />
      {sent === undefined ? null : <Outcome key={sent} webhookId={webhook.id} deliveryId={sent} />}
      {webhook.status === "paused" ? (
        <p className="mt-3 text-xs text-warn">{text("testPaused")}</p>
      ) : null}
    </Section>
  );
}

type TestFormProps = { webhook: Webhook; onSent: (deliveryId: string) => void };

function TestForm({ webhook, onSent }: TestFormProps) {
  const text = useText("webhooks");
  const types = useResource<WebhookEventTypes>(`${WEBHOOKS_API}/event-types`);
  const [type, setType] = useState<WebhookEventType>(webhook.events[0] ?? "agentic.intent");
  const [typed, setTyped] = useState<string>();
  const sample = types.data?.event_types.find((one) => one.type === type)?.sample ?? {};
  const data = typed ?? JSON.stringify(sample, null, 2);
  const parsed = objectOf(data);
  // If the field was not edited, the service sends its own sample.
  const body = typed === undefined ? { type } : { type, data: parsed };
  const { run, pending, error } = useAction(() =>
    write<WebhookTest>("POST", `${webhookApi(webhook.id)}/test`, body),
  );
  const send = async () => {
    if (parsed === undefined) return;
    const answer = await run();
    if (answer?.ok === true) onSent(answer.body.delivery_id);
  };
  return (
    <form
      noValidate
      className="mt-3 flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Labelled label={text("testType")}>
        {(ids) => (
          <select
            {...ids}
            value={type}
            dir="ltr"
            onChange={({ currentTarget }) => {
              setType(currentTarget.value as WebhookEventType);
              setTyped(undefined);
            }}
            className={FIELD_BOX}
          >
            {WEBHOOK_EVENT_TYPES.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <Labelled
        label={text("testData")}
        hint={text("testDataHint")}
        error={parsed === undefined ? text("testDataWrong") : undefined}
      >
        {(ids) => <CodeArea ids={ids} value={data} rows={8} onChange={setTyped} />}
      </Labelled>
      <ActionFailure error={error} />
      <Button
        tone="primary"
        size="md"
        type="submit"
        aria-disabled={pending || parsed === undefined}
        className="self-start"
      >
        {text(pending ? "sending" : "sendTest")}
      </Button>
    </form>
  );
}

const EVERY_MS = 700;

type OutcomeProps = { webhookId: string; deliveryId: string };

/** Follows a delivery until it ends. */
function Outcome({ webhookId, deliveryId }: OutcomeProps) {
  const text = useText("webhooks");
  const failureText = useFailureText();
  const duration = useDuration();
  const read = useResource<WebhookDelivery>(deliveryApi(webhookId, deliveryId));
  const { data } = read;
  const isOpen = data === undefined || data.state === "pending" || data.state === "sending";
  useReadAgain(read.poll, isOpen ? EVERY_MS : undefined);
  const box = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const last = data?.runs.at(-1);
  return (
    <output
      ref={box}
      className="mt-4 !flex flex-wrap items-center gap-x-3 gap-y-1 rounded border border-line-strong p-3 text-sm"
    >
      {data === undefined ? (read.error ?? text("sending")) : <DeliveryState delivery={data} />}
      {last === undefined ? null : (
        <span>
          {failureText(last)}
          {" · "}
          {duration(Date.parse(last.ended_at) - Date.parse(last.started_at))}
        </span>
      )}
      <TextLink href={deliveryPage(webhookId, deliveryId)}>{text("seeDelivery")}</TextLink>
    </output>
  );
}

function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
