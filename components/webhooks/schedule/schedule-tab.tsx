"use client";

import { useState } from "react";
import { useResource } from "#components/data/use-resource.ts";
import { ReadState } from "#components/frame/settings/settings-page.tsx";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { DateTime } from "#components/ui/date-time.tsx";
import { EmptyState, Section } from "#components/ui/section.tsx";
import { TOGGLE_ITEM, ToggleGroup } from "#components/ui/toggle-group.tsx";
import { TextLink, useDuration } from "#components/webhooks/parts.tsx";
import { deliveryPage, webhookApi } from "#components/webhooks/paths.ts";
import type { TabProps } from "#components/webhooks/tab-props.ts";
import type { Webhook, WebhookAdherence } from "#lib/protocol/wire/webhook.ts";

const HOURS = ["1", "24", "168"] as const;
type Hours = (typeof HOURS)[number];

/** Planned and real times of the attempts, and why one began late. */
export default function ScheduleTab({ webhook }: TabProps) {
  const text = useText("webhooks");
  const [hours, setHours] = useState<Hours>("24");
  const read = useResource<WebhookAdherence>(`${webhookApi(webhook.id)}/adherence?hours=${hours}`);
  return (
    <Section
      title={text("scheduleTitle")}
      actions={
        <ToggleGroup
          label={text("period")}
          value={hours}
          options={HOURS.map((value) => ({ value, label: text(`hours_${value}`) }))}
          onChange={setHours}
          className="gap-1"
          itemClassName={TOGGLE_ITEM}
        />
      }
    >
      <p className="max-w-2xl text-ink-muted">{text("scheduleText")}</p>
      <div className="mt-4">
        <ReadState resource={read} label={text("loading")}>
          {(adherence) =>
            adherence.all.attempts === 0 ? (
              <EmptyState title={text("noAttempts")} />
            ) : (
              <Adherence webhook={webhook} adherence={adherence} />
            )
          }
        </ReadState>
      </div>
    </Section>
  );
}

type AdherenceProps = { webhook: Webhook; adherence: WebhookAdherence };

function Adherence({ webhook, adherence }: AdherenceProps) {
  const text = useText("webhooks");
  const duration = useDuration();
  const { all, by_attempt: byAttempt, late, is_complete: isComplete } = adherence;
  const orNone = (time: number | null) => (time === null ? "—" : duration(time));
  return (
    <div className="flex flex-col gap-5">
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Figure name={text("early")} isGood={all.early === 0}>
          {text("earlyOf", { early: all.early, count: all.attempts })}
        </Figure>
        <Figure name={text("median")}>{orNone(all.p50_ms)}</Figure>
        <Figure name={text("p99")}>{orNone(all.p99_ms)}</Figure>
        <Figure name={text("most")}>{orNone(all.most_ms)}</Figure>
      </dl>
      {all.held === 0 ? null : (
        <p className="text-xs text-ink-muted">{text("heldCount", { count: all.held })}</p>
      )}
      {isComplete ? null : <p className="text-xs text-ink-muted">{text("newestOnly")}</p>}
      <ByAttempt rows={byAttempt} />
      <Late webhook={webhook} late={late} />
    </div>
  );
}

type FigureProps = { name: string; isGood?: boolean; children: string };

function Figure({ name, isGood = false, children }: FigureProps) {
  return (
    <div className="rounded border border-line p-3">
      <dt className="text-2xs text-ink-muted">{name}</dt>
      <dd className={`text-base font-semibold ${isGood ? "text-good" : ""}`}>{children}</dd>
    </div>
  );
}

function ByAttempt({ rows }: { rows: WebhookAdherence["by_attempt"] }) {
  const text = useText("webhooks");
  const { integer } = useFormat();
  const duration = useDuration();
  const most = Math.max(1, ...rows.map((row) => row.p99_ms ?? 0));
  return (
    <section
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a narrow screen scrolls it
      tabIndex={0}
      aria-label={text("attemptTimes")}
      className="overflow-x-auto"
    >
      <table className="w-full min-w-130 text-start text-xs">
        <thead className="text-2xs text-ink-muted [&_th]:pb-1.5 [&_th]:font-normal">
          <tr>
            <th className="text-start">{text("attempt")}</th>
            <th className="text-start">{text("wait")}</th>
            <th className="text-end">{text("count")}</th>
            <th className="w-2/5 ps-6 text-start">{text("lateness")}</th>
            <th className="text-end">p50</th>
            <th className="text-end">p95</th>
            <th className="text-end">p99</th>
          </tr>
        </thead>
        <tbody className="[&_td]:border-t [&_td]:py-1.5">
          {rows.map((row) => (
            <tr key={row.number} className={row.attempts === 0 ? "text-ink-faint" : ""}>
              <td>{integer(row.number)}</td>
              <td>{duration(row.wait_seconds * 1_000)}</td>
              <td className="text-end">{integer(row.attempts)}</td>
              <td className="ps-6">
                <Bar times={[row.p50_ms, row.p95_ms, row.p99_ms]} most={most} />
              </td>
              {[row.p50_ms, row.p95_ms, row.p99_ms].map((time, index) => (
                <td key={`p${index.toString()}`} className="text-end whitespace-nowrap">
                  {time === null ? "—" : duration(time)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** p50 over p95 over p99, as shares of the longest. Screen readers read the figures beside it. */
function Bar({ times, most }: { times: readonly (number | null)[]; most: number }) {
  const [p50 = null, p95 = null, p99 = null] = times;
  const width = (time: number | null) => `${((Math.max(0, time ?? 0) / most) * 100).toFixed(1)}%`;
  return (
    <div aria-hidden className="relative h-2.5 overflow-hidden rounded-sm bg-raised">
      <div className="absolute inset-y-0 start-0 bg-accent/25" style={{ width: width(p99) }} />
      <div className="absolute inset-y-0 start-0 bg-accent/45" style={{ width: width(p95) }} />
      <div className="absolute inset-y-0 start-0 bg-accent" style={{ width: width(p50) }} />
    </div>
  );
}

function Late({ webhook, late }: { webhook: Webhook; late: WebhookAdherence["late"] }) {
  const text = useText("webhooks");
  const duration = useDuration();
  if (late.length === 0) return <p className="text-sm text-good">{text("noneLate")}</p>;
  return (
    <section aria-label={text("lateTitle")} className="flex flex-col gap-2">
      <h3 className="text-xs font-semibold text-ink-muted">{text("lateTitle")}</h3>
      <ul className="divide-y rounded border text-xs">
        {late.map((run) => (
          <li
            key={`${run.delivery_id} ${run.number.toString()}`}
            className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 p-2.5"
          >
            <span className="min-w-0 flex-1 basis-60">
              <span className="font-medium">
                {text("lateBy", { number: run.number, time: duration(run.late_ms) })}
              </span>{" "}
              <span className="text-ink-muted">{text(`late_${run.reason}`)}</span>
            </span>
            <span className="text-ink-muted">
              <DateTime at={run.due_at} />
            </span>
            <TextLink href={deliveryPage(webhook.id, run.delivery_id)}>
              {text("seeDelivery")}
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
