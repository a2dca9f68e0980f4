"use client";

import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import type { Href } from "#components/frame/pages/pages.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { FIELD_BOX, type FieldIds } from "#components/machines/parts/labelled.tsx";
import { Ago } from "#components/ui/ago.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { AttemptFailure } from "#lib/protocol/webhooks.ts";
import type { Webhook, WebhookDeliverySummary } from "#lib/protocol/wire/webhook.ts";

export function BackLink({ href, children }: { href: Href; children: string }) {
  return (
    <Link
      href={href}
      className="inline-flex w-fit items-center gap-1.5 text-xs text-ink-muted hover:text-ink pointer-coarse:min-h-11"
    >
      <ArrowLeft size={14} aria-hidden className="rtl:rotate-180" />
      {children}
    </Link>
  );
}

/** A link within text. */
export function TextLink({ href, children }: { href: Href; children: string }) {
  return (
    <Link
      href={href}
      className="inline-flex items-center text-accent underline pointer-coarse:min-h-11"
    >
      {children}
    </Link>
  );
}

/** The URL with its host emphasised, left to right in every language. */
export function Url({ url, className }: { url: string; className?: string }) {
  const { origin, host } = new URL(url);
  const rest = url.slice(origin.length);
  return (
    <bdi dir="ltr" translate="no" className={cn("[overflow-wrap:anywhere]", className)}>
      <span className="text-ink-muted">{origin.slice(0, -host.length)}</span>
      {host}
      <span className="text-ink-muted">{rest}</span>
    </bdi>
  );
}

/** Active, failing or paused, and whether the receiver is public, internal or simulated. */
export function StatusChips({ webhook }: { webhook: Webhook }) {
  const text = useText("webhooks");
  const { status, target, format, last_24h: recent } = webhook;
  const isFailing = status === "active" && recent.failing > 0;
  return (
    <>
      {status === "paused" ? (
        <Chip tone="bad">{text("paused")}</Chip>
      ) : isFailing ? (
        <Chip tone="warn">{text("failing")}</Chip>
      ) : (
        <Chip tone="good">{text("active")}</Chip>
      )}
      {format === "json" ? null : <Chip>{text(`format_${format}`)}</Chip>}
      {target === "public" ? null : (
        <Chip tone={target === "simulated" ? "warn" : "neutral"}>{text(`target_${target}`)}</Chip>
      )}
    </>
  );
}

/** Delivered deliveries as a share of those that ended in the last 24 hours or are failing now. */
export function SuccessRate({ webhook }: { webhook: Webhook }) {
  const text = useText("webhooks");
  const { ratio } = useFormat();
  const { delivered, dead, failing } = webhook.last_24h;
  const all = delivered + dead + failing;
  if (all === 0) return <>{text("noneIn24h")}</>;
  const share = (Math.floor((delivered / all) * 1_000) / 1_000).toFixed(3);
  return <>{text("successOf", { share: ratio(share, 1), count: all })}</>;
}

export function Waiting({ webhook }: { webhook: Webhook }) {
  const text = useText("webhooks");
  const { waiting, oldest_waiting_at: oldest } = webhook;
  return (
    <>
      {text("waitingCount", { count: waiting })}
      {oldest === null ? null : (
        <>
          {" · "}
          {text("oldest")} <Ago at={oldest} />
        </>
      )}
    </>
  );
}

const STATE_TONES = {
  pending: "neutral",
  sending: "accent",
  delivered: "good",
  dead: "bad",
  canceled: "neutral",
} as const;

type DeliveryStateProps = {
  delivery: Pick<WebhookDeliverySummary, "state" | "attempts" | "livemode" | "replay_of">;
};

/** The state of a delivery. One that waits after a failure is failing. */
export function DeliveryState({ delivery }: DeliveryStateProps) {
  const text = useText("webhooks");
  const { state, attempts, livemode, replay_of: replayOf } = delivery;
  const isFailing = state === "pending" && attempts > 0;
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Chip tone={isFailing ? "warn" : STATE_TONES[state]}>
        {text(isFailing ? "state_failing" : `state_${state}`)}
      </Chip>
      {livemode ? null : <Chip>{text("testChip")}</Chip>}
      {replayOf === null ? null : <Chip>{text("replayChip")}</Chip>}
    </span>
  );
}

/** `HTTP 500`, or why there was no response. */
export function useFailureText(): (run: {
  status: number | null;
  failure: AttemptFailure | null;
}) => string {
  const text = useText("webhooks");
  return ({ status, failure }) => {
    if (failure === null) return text("answered", { status: String(status ?? "") });
    return failure === "status"
      ? text("failure_status", { status: String(status ?? "") })
      : text(`failure_${failure}`);
  };
}

/** `850 ms`, `12.3 s`, `4 min`, `1.5 h`. */
export function useDuration(): (milliseconds: number) => string {
  const text = useText("webhooks");
  const { figure, integer } = useFormat();
  return (milliseconds) => {
    if (Math.abs(milliseconds) < 1_000) {
      return text("milliseconds", { count: integer(milliseconds) });
    }
    const seconds = milliseconds / 1_000;
    if (Math.abs(seconds) < 60) {
      return text("seconds", { count: figure(seconds.toFixed(1), seconds % 1 === 0 ? 0 : 1) });
    }
    if (Math.abs(seconds) < 3_600) {
      return text("minutes", { count: figure((seconds / 60).toFixed(1), 0) });
    }
    const hours = seconds / 3_600;
    return text("hours", { count: figure(hours.toFixed(1), hours % 1 === 0 ? 0 : 1) });
  };
}

type CodeAreaProps = {
  ids: FieldIds;
  value: string;
  rows: number;
  onChange: (value: string) => void;
};

/** A field for JSON or a body, which changes no character. */
export function CodeArea({ ids, value, rows, onChange }: CodeAreaProps) {
  return (
    <textarea
      {...ids}
      dir="ltr"
      rows={rows}
      spellCheck={false}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      className={cn(FIELD_BOX, "h-auto py-2 font-mono !text-xs pointer-coarse:h-auto")}
    />
  );
}

/** The webhook was deleted or belongs to another account. The page does not reveal which. */
export function NotFound() {
  const text = useText("webhooks");
  return (
    <div role="alert" className="rounded-md border bg-surface p-5">
      <h2 className="text-base font-medium">{text("notFound")}</h2>
      <p className="mt-1 text-ink-muted">{text("notFoundDetail")}</p>
    </div>
  );
}
