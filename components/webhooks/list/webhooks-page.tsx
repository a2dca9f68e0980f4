"use client";

import { Plus } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { useReadAgain } from "#components/data/use-read-again.ts";
import { useResource } from "#components/data/use-resource.ts";
import { ReadState, SettingsPage } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { StatusChips, SuccessRate, Url, Waiting } from "#components/webhooks/parts.tsx";
import { NEW_PAGE, WEBHOOKS_API, webhookPage } from "#components/webhooks/paths.ts";
import { useErrorText } from "#components/webhooks/pause/error-text.ts";
import { PauseNotice } from "#components/webhooks/pause/pause-notice.tsx";
import { WEBHOOK_LIMITS } from "#lib/protocol/webhooks.ts";
import type { Webhook, WebhookList } from "#lib/protocol/wire/webhook.ts";
import { FirstSteps } from "./first-steps.tsx";

const EVERY_MS = 10_000;

type WebhooksPageProps = {
  /** The sandbox's receiver, to which a name is added. Absent without a sandbox on this machine. */
  receiverUrl: string | undefined;
};

/** The account's webhooks, paused ones first. */
export function WebhooksPage({ receiverUrl }: WebhooksPageProps) {
  const text = useText("webhooks");
  const read = useResource<WebhookList>(WEBHOOKS_API);
  useReadAgain(read.poll, EVERY_MS);
  const isFull = (read.data?.webhooks.length ?? 0) >= WEBHOOK_LIMITS.webhooks;
  return (
    <SettingsPage
      title={text("title")}
      intro={text("intro")}
      actions={
        isFull ? null : (
          <Link href={NEW_PAGE} className={buttonStyle({ tone: "primary", size: "md" })}>
            <Plus size={14} aria-hidden /> {text("new")}
          </Link>
        )
      }
    >
      <ReadState resource={read} label={text("loading")}>
        {({ webhooks }) =>
          webhooks.length === 0 ? (
            <FirstSteps receiverUrl={receiverUrl} />
          ) : (
            <div className="flex flex-col gap-4">
              {isFull ? (
                <p className="text-ink-muted">{text("full", { count: WEBHOOK_LIMITS.webhooks })}</p>
              ) : null}
              <ul aria-label={text("title")} className="flex flex-col gap-3">
                {webhooks.toSorted(pausedFirst).map((webhook) => (
                  <WebhookCard key={webhook.id} webhook={webhook} onChange={read.reload} />
                ))}
              </ul>
            </div>
          )
        }
      </ReadState>
    </SettingsPage>
  );
}

/** Paused first, then failing, then the others; each in order of registration. */
function pausedFirst(one: Webhook, other: Webhook): number {
  return rank(other) - rank(one);
}

function rank({ status, last_24h: recent }: Webhook): number {
  return status === "paused" ? 2 : recent.failing > 0 ? 1 : 0;
}

type WebhookCardProps = { webhook: Webhook; onChange: () => Promise<void> };

function WebhookCard({ webhook, onChange }: WebhookCardProps) {
  const text = useText("webhooks");
  const errorText = useErrorText();
  const { id, name, url, events, status, last_24h: recent } = webhook;
  // A paused one says it in its notice.
  const error = status === "paused" ? null : recent.last_error;
  return (
    <li
      data-webhook={id}
      className="relative flex flex-col gap-3 rounded-md border bg-surface p-4 focus-within:border-line-strong hover:border-line-strong"
    >
      <div className="flex flex-col gap-1.5">
        <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-semibold">
          <Link href={webhookPage(id)} className="after:absolute after:inset-0">
            {name === null ? <Url url={url} /> : <bdi>{name}</bdi>}
          </Link>
          <StatusChips webhook={webhook} />
        </h2>
        {name === null ? null : (
          <p className="text-xs">
            <Url url={url} />
          </p>
        )}
        <p className="text-xs text-ink-muted">
          <bdi dir="ltr" translate="no">
            {events.join(", ")}
          </bdi>
        </p>
      </div>
      <PauseNotice webhook={webhook} onChange={onChange} />
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-xs">
        <CardFact name={text("successRate")}>
          <SuccessRate webhook={webhook} />
        </CardFact>
        {error === null ? null : <CardFact name={text("lastFailure")}>{errorText(error)}</CardFact>}
        {webhook.waiting === 0 ? null : (
          <CardFact name={text("waiting")}>
            <Waiting webhook={webhook} />
          </CardFact>
        )}
      </dl>
    </li>
  );
}

function CardFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-ink-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
