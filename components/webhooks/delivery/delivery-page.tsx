"use client";

import { useRouter } from "next/navigation";
import { lazy, useState } from "react";
import { useAction } from "#components/data/use-action.ts";
import { useReadAgain } from "#components/data/use-read-again.ts";
import { useResource } from "#components/data/use-resource.ts";
import { write } from "#components/data/write.ts";
import {
  ActionFailure,
  ReadState,
  SettingsPage,
} from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { CopyBox } from "#components/machines/parts/copy-box.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { DateTime } from "#components/ui/date-time.tsx";
import { Fact } from "#components/ui/fact.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { notify } from "#components/ui/notify.ts";
import { Section } from "#components/ui/section.tsx";
import { BackLink, DeliveryState, NotFound, TextLink, Url } from "#components/webhooks/parts.tsx";
import { deliveryApi, deliveryPage, webhookApi, webhookPage } from "#components/webhooks/paths.ts";
import { PauseNotice } from "#components/webhooks/pause/pause-notice.tsx";
import type { Webhook, WebhookDelivery, WebhookReplay } from "#lib/protocol/wire/webhook.ts";
import { Attempts } from "./attempts.tsx";
import { curlCommand } from "./curl.ts";

const ConfirmDialog = lazy(() => import("#components/frame/settings/confirm-dialog.tsx"));

const EVERY_MS = 1_500;
/** The webhook may be paused or resumed while the page is open. */
const WEBHOOK_EVERY_MS = 4_000;

type DeliveryPageProps = { webhookId: string; id: string };

/** One delivery: its seven attempts, done and to come, and what was sent. */
export function DeliveryPage({ webhookId, id }: DeliveryPageProps) {
  const text = useText("webhooks");
  const webhook = useResource<Webhook>(webhookApi(webhookId));
  const read = useResource<WebhookDelivery>(deliveryApi(webhookId, id));
  const state = read.data?.state;
  const isOpen = state === undefined || state === "pending" || state === "sending";
  const isGone =
    webhook.errorCode === "WEBHOOK_NOT_FOUND" || read.errorCode === "DELIVERY_NOT_FOUND";
  useReadAgain(read.poll, isOpen && !isGone ? EVERY_MS : undefined);
  useReadAgain(webhook.poll, isGone ? undefined : WEBHOOK_EVERY_MS);
  const reload = async () => {
    await Promise.all([webhook.reload(), read.reload()]);
  };
  return (
    <SettingsPage title={text("delivery")} isWide>
      <div className="flex flex-col gap-4">
        <BackLink href={webhookPage(webhookId)}>{text("webhook")}</BackLink>
        {isGone ? (
          <NotFound />
        ) : (
          <ReadState resource={webhook} label={text("loading")}>
            {(owner) => (
              <ReadState resource={read} label={text("loading")}>
                {(delivery) => <Delivery webhook={owner} delivery={delivery} onChange={reload} />}
              </ReadState>
            )}
          </ReadState>
        )}
      </div>
    </SettingsPage>
  );
}

type DeliveryProps = {
  webhook: Webhook;
  delivery: WebhookDelivery;
  onChange: () => Promise<void>;
};

function Delivery({ webhook, delivery, onChange }: DeliveryProps) {
  const text = useText("webhooks");
  return (
    <>
      <Summary webhook={webhook} delivery={delivery} />
      <PauseNotice webhook={webhook} onChange={onChange} shown={delivery.id} />
      <Section
        title={text("attempts")}
        actions={<Actions webhook={webhook} delivery={delivery} onChange={onChange} />}
      >
        <Attempts delivery={delivery} isPaused={webhook.status === "paused"} />
      </Section>
      <Section title={text("request")}>
        <div className="flex flex-col gap-3">
          <p className="max-w-2xl text-xs text-ink-muted">{text("requestText")}</p>
          <CopyBox label={text("body")} value={delivery.body} shown={pretty(delivery.body)} />
          <p className="max-w-2xl text-xs text-ink-muted">{text("curlText")}</p>
          <CopyBox label="curl" value={curlCommand(webhook, delivery)} />
        </div>
      </Section>
    </>
  );
}

function Summary({ webhook, delivery }: Omit<DeliveryProps, "onChange">) {
  const text = useText("webhooks");
  const { id, type, created_at: at, dedup_key: key, replay_of: replayOf } = delivery;
  return (
    <div className="flex flex-col gap-3 rounded-md border bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-mono text-base font-semibold">
          <bdi dir="ltr" translate="no">
            {type}
          </bdi>
        </h2>
        <DeliveryState delivery={delivery} />
      </div>
      <p className="text-xs text-ink-muted">
        {text("sentTo")} {webhook.name === null ? null : <bdi>{webhook.name}</bdi>}{" "}
        <Url url={webhook.url} />
      </p>
      <dl className="grid gap-x-6 gap-y-2 text-xs sm:grid-cols-2">
        <Fact label={text("happened")}>
          <DateTime at={at} />
        </Fact>
        <Fact label={text("deliveryId")}>
          <Copied value={id} what={text("deliveryId")} />
        </Fact>
        <Fact label="dedup_key">
          <Copied value={key} what="dedup_key" />
        </Fact>
        {replayOf === null ? null : (
          <Fact label={text("replayOf")}>
            <TextLink href={deliveryPage(webhook.id, replayOf)}>{replayOf}</TextLink>
          </Fact>
        )}
      </dl>
    </div>
  );
}

function Copied({ value, what }: { value: string; what: string }) {
  return (
    <span className="flex items-center gap-1">
      <bdi dir="ltr" translate="no" className="min-w-0 truncate font-mono" title={value}>
        {value}
      </bdi>
      <CopyButton value={value} what={what} />
    </span>
  );
}

/** A waiting delivery can be retried or skipped, and an ended one can be sent again. */
function Actions({ webhook, delivery, onChange }: DeliveryProps) {
  const text = useText("webhooks");
  const router = useRouter();
  const [isSkipping, setSkipping] = useState(false);
  const path = deliveryApi(webhook.id, delivery.id);
  const retry = useAction(() => write("POST", `${path}/retry`, {}));
  const skip = useAction(() => write("POST", `${path}/skip`, {}));
  const replay = useAction(() =>
    write<WebhookReplay>("POST", `${webhookApi(webhook.id)}/replay`, {
      delivery_ids: [delivery.id],
    }),
  );
  const replayNow = async () => {
    const answer = await replay.run();
    const made = answer?.ok === true ? answer.body.replayed[0] : undefined;
    if (made === undefined) return;
    notify({ tone: "good", text: text("replayed", { count: 1 }) });
    router.push(deliveryPage(webhook.id, made.new_delivery_id));
  };
  const runAndRead = async (action: typeof retry) => {
    const answer = await action.run();
    if (answer?.ok === true) setSkipping(false);
    await onChange();
  };
  const isWaiting = delivery.state === "pending";
  const isEnded = !isWaiting && delivery.state !== "sending";
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isWaiting ? (
        <>
          <Button
            size="md"
            tone="primary"
            aria-disabled={retry.pending || webhook.status === "paused"}
            onClick={() => {
              if (webhook.status === "active") void runAndRead(retry);
            }}
          >
            {text("retryNow")}
          </Button>
          <Button size="md" onClick={() => setSkipping(true)}>
            {text("skip")}
          </Button>
        </>
      ) : null}
      {isEnded ? (
        <Button size="md" aria-disabled={replay.pending} onClick={() => void replayNow()}>
          {text("replay")}
        </Button>
      ) : null}
      <ActionFailure error={retry.error ?? replay.error} />
      {isSkipping ? (
        <LazyBoundary onFailure={() => setSkipping(false)}>
          <ConfirmDialog
            title={text("skipTitle")}
            action={text("skip")}
            pending={skip.pending}
            error={skip.error}
            onConfirm={() => void runAndRead(skip)}
            onClose={() => setSkipping(false)}
          >
            <p>{text("skipText")}</p>
          </ConfirmDialog>
        </LazyBoundary>
      ) : null}
    </div>
  );
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
