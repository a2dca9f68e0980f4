"use client";

import { lazy, useState } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "#components/ui/button.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { TextLink } from "#components/webhooks/parts.tsx";
import { deliveryPage, webhookPage } from "#components/webhooks/paths.ts";
import type { Webhook } from "#lib/protocol/wire/webhook.ts";
import { useErrorText } from "./error-text.ts";

const ResumeDialog = lazy(() => import("./resume-dialog.tsx"));

type PauseNoticeProps = {
  webhook: Webhook;
  onChange: () => Promise<void>;
  /** The delivery that the page shows already, so the notice needs no link to it. */
  shown?: string;
};

/**
 * Why a webhook is paused, with a button to resume it. Before that, when it will be paused if its
 * deliveries keep failing.
 */
export function PauseNotice(props: PauseNoticeProps) {
  const { webhook } = props;
  if (webhook.pause !== null) return <Paused {...props} />;
  return webhook.will_pause_at === null ? null : <WillPause at={webhook.will_pause_at} />;
}

function Paused({ webhook, onChange, shown }: PauseNoticeProps) {
  const text = useText("webhooks");
  const { dayAndTime } = useFormat();
  const errorText = useErrorText();
  const [isAsking, setAsking] = useState(false);
  const { id, pause, waiting } = webhook;
  if (pause === null) return null;
  const { reason, at, delivery_id: deliveryId, last_error: lastError, note } = pause;
  const time = isolated(dayAndTime(Date.parse(at)));
  return (
    <div
      // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and this is a message
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the same
      role="group"
      aria-label={text("paused")}
      className="relative z-10 flex flex-wrap items-center gap-x-4 gap-y-2 rounded border border-warn-line bg-warn-soft p-3"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium">
          {reason === "failures"
            ? text("pausedFailures", { time, error: errorText(lastError) })
            : reason === "receiver"
              ? text("pausedReceiver", { time, error: stopText(lastError) })
              : text(`paused_${reason}`, { time })}
        </p>
        {note === null ? null : <p className="text-sm [overflow-wrap:anywhere]">“{note}”</p>}
        <p className="text-xs text-ink-muted">
          {waiting === 0 ? text("pausedEmpty") : text("pausedWaiting", { count: waiting })}{" "}
          {deliveryId === null || deliveryId === shown ? null : (
            <TextLink href={deliveryPage(id, deliveryId)}>{text("seeDelivery")}</TextLink>
          )}
          {reason === "headers" ? (
            <TextLink href={webhookPage(id, "settings")}>{text("setHeadersFirst")}</TextLink>
          ) : null}
          {reason === "secret" ? (
            <TextLink href={webhookPage(id, "secrets")}>{text("addSecretFirst")}</TextLink>
          ) : null}
        </p>
      </div>
      {reason === "operator" ? null : (
        <Button tone="primary" size="md" onClick={() => setAsking(true)}>
          {text("resume")}
        </Button>
      )}
      {isAsking ? (
        <LazyBoundary onFailure={() => setAsking(false)}>
          <ResumeDialog webhook={webhook} onChange={onChange} onClose={() => setAsking(false)} />
        </LazyBoundary>
      ) : null}
    </div>
  );
}

/** How a receiver asked for no more deliveries: by its header, or by its status. */
function stopText(lastError: string | null): string {
  return isolated(lastError === "disabled" ? "webhook-delivery: disable" : (lastError ?? ""));
}

function WillPause({ at }: { at: string }) {
  const text = useText("webhooks");
  const { dayAndTime } = useFormat();
  return (
    <p className="text-xs text-warn">
      {text("willPause", { time: isolated(dayAndTime(Date.parse(at))) })}
    </p>
  );
}
