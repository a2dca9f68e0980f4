"use client";

import { Quote } from "lucide-react";
import type { StagedOrder } from "#components/frame/waiting/staged-order.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Ago } from "#components/ui/ago.tsx";

/** Who proposes the order, and what it says for it. Both are the words of somebody else. */
export function ProposerCard({ staged }: { staged: StagedOrder }) {
  const text = useText("approvals");
  const { source, reason } = staged;
  return (
    <section aria-label={text("proposer")} className="rounded-md border bg-surface p-4">
      <h2 className="text-xs font-medium text-ink-muted">{text("proposer")}</h2>
      <p className="mt-1 text-base font-semibold [overflow-wrap:anywhere]">
        <bdi>{source.name}</bdi>
      </p>
      <p className="text-xs text-ink-muted">
        {text(`kind_${source.kind}`)}
        {source.kind === "oauth_grant" ? `. ${text("ownName")}` : null}
      </p>
      <p className="mt-1 flex flex-wrap gap-x-1.5 text-xs text-ink-muted">
        {text("proposedAt")} <Ago at={staged.created_at} exact />
      </p>
      {reason === null ? (
        <p className="mt-3 text-xs text-ink-muted">{text("noReason")}</p>
      ) : (
        <figure className="mt-3 border-t pt-3">
          <figcaption className="text-xs font-medium text-ink-muted">
            {text("reasonTitle")}
          </figcaption>
          <div className="mt-1.5 flex gap-2">
            <Quote
              size={14}
              aria-hidden
              className="mt-0.5 shrink-0 text-ink-faint rtl:rotate-180"
            />
            <blockquote
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long one scrolls
              tabIndex={0}
              dir="auto"
              className="max-h-60 min-w-0 flex-1 overflow-y-auto text-sm whitespace-pre-line italic [overflow-wrap:anywhere]"
            >
              {reason}
            </blockquote>
          </div>
          <p className="mt-2 text-xs text-ink-muted">{text("reasonSource")}</p>
        </figure>
      )}
    </section>
  );
}
