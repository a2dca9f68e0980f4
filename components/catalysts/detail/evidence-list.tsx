"use client";

import { ExternalLink } from "lucide-react";
import { useInstant } from "#components/catalysts/known/known-slider.tsx";
import { SimulatedChip } from "#components/catalysts/parts/labels.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { Fact } from "#components/ui/fact.tsx";
import { Section } from "#components/ui/section.tsx";
import type { CatalystEvidence } from "#lib/protocol/wire/catalysts.ts";

/** The reports in the order in which the service learned of them. */
export function EvidenceList({ evidence }: { evidence: readonly CatalystEvidence[] }) {
  const text = useText("catalysts");
  return (
    <Section title={text("evidence")}>
      <p className="mb-2 text-xs text-ink-muted">{text("evidenceHint")}</p>
      <ol className="divide-y divide-line">
        {evidence.map((report) => (
          <Report key={`${report.id} ${report.recorded_at}`} report={report} />
        ))}
      </ol>
    </Section>
  );
}

function Report({ report }: { report: CatalystEvidence }) {
  const text = useText("catalysts");
  const instant = useInstant();
  const { role, publisher, headline, is_independent: independent, simulated } = report;
  const published = report.published_at;
  const href = toSafeLink(report.url);
  return (
    <li data-evidence={role} className="py-3 text-xs">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <bdi dir="ltr" translate="no" className="font-medium">
          {publisher}
        </bdi>
        <Chip tone={role === "denial" ? "warn" : "neutral"}>{text(`role_${role}`)}</Chip>
        <span className="text-2xs text-ink-muted">
          {text(independent ? "independent" : "sameText")}
        </span>
        {simulated ? <SimulatedChip /> : null}
      </p>
      <p dir="auto" className="mt-1 text-sm break-words">
        {headline}
      </p>
      <dl className="mt-1 flex flex-wrap gap-x-6 gap-y-1">
        <Fact label={text("learned")}>
          <bdi>{instant(report.recorded_at)}</bdi>
        </Fact>
        <Fact label={text("published")}>
          {published === null ? text("noDate") : <bdi>{instant(published)}</bdi>}
        </Fact>
      </dl>
      {href === undefined ? null : (
        <a
          href={href}
          target="_blank"
          rel="noreferrer nofollow"
          className="mt-1 inline-flex items-center gap-1 text-accent underline-offset-2 hover:underline pointer-coarse:min-h-11"
        >
          <ExternalLink size={12} aria-hidden />
          {text("openSource")}
          <span className="sr-only">: {publisher}</span>
        </a>
      )}
    </li>
  );
}

/** Third parties wrote the address: a link that is not a web page could run a script. */
export function toSafeLink(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  return protocol === "https:" || protocol === "http:" ? href : undefined;
}
