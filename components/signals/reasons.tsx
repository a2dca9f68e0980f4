"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import type { Href } from "#components/frame/pages/pages.ts";
import { useFormat, useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { INTL_LOCALE } from "#components/i18n/locales.ts";
import { isolated } from "#components/ui/isolated-text.ts";
import type { SignalReason } from "#lib/protocol/wire/signals.ts";
import { withUnit } from "#lib/protocol/with-unit.ts";
import { useShare } from "./labels.tsx";

/** The reasons for a signal, with links to their sources. */
export function Reasons({ reasons }: { reasons: readonly SignalReason[] }) {
  const text = useText("signals");
  return (
    <ul aria-label={text("reasons")} className="flex flex-col gap-1 text-xs text-ink-muted">
      {reasons.map((reason) => (
        <li key={reason.code} data-reason={reason.code} className="min-w-0">
          <Reason reason={reason} />
        </li>
      ))}
    </ul>
  );
}

function Reason({ reason }: { reason: SignalReason }) {
  const text = useText("signals");
  const label = useReasonText();
  const links: ReactNode[] = [];
  if (reason.code === "attributed_move" || reason.code === "cascade") {
    const href = `/catalysts/moves/${reason.move_id}` as const;
    links.push(<ReasonLink key="move" href={href} name={text("toMove")} />);
  }
  if (reason.code === "attributed_move") {
    const href = `/catalysts/${reason.catalyst_id}` as const;
    links.push(<ReasonLink key="catalyst" href={href} name={text("toCatalyst")} />);
  }
  if (reason.code === "surprise") {
    links.push(<ReasonLink key="calendar" href="/calendar" name={text("toCalendar")} />);
  }
  return (
    <>
      {label(reason)}
      {links.length === 0 ? null : (
        <>
          {" "}
          <span className="inline-flex flex-wrap gap-x-3">{links}</span>
        </>
      )}
    </>
  );
}

function ReasonLink({ href, name }: { href: Href; name: string }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="text-accent underline-offset-2 hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:items-center"
    >
      {name}
    </Link>
  );
}

function useReasonText(): (reason: SignalReason) => string {
  const text = useText("signals");
  const share = useShare();
  const { percent, grouped, figure } = useFormat();
  const tag = INTL_LOCALE[useLocale()];
  const sizeOf = (size: number) => isolated(percent(size.toFixed(6)));
  return (reason) => {
    switch (reason.code) {
      case "attributed_move":
        return text("reason_attributed_move", {
          size: sizeOf(reason.size),
          share: share(reason.probability),
        });
      case "cascade": {
        const size = sizeOf(reason.size);
        if (reason.liquidated_share === null) return text("reason_cascade", { size });
        return text("reason_cascade_share", { size, share: share(reason.liquidated_share) });
      }
      case "surprise": {
        const { kind, period, value, unit, z } = reason;
        const parts = {
          name: text(`kind_${kind}`),
          value: isolated(withUnit(grouped(value), unit, tag)),
          z: figure(Math.abs(z).toFixed(2), 1),
        };
        if (period === null) return text("reason_surprise", parts);
        return text("reason_surprise_period", { ...parts, period: isolated(period) });
      }
      case "record":
        if (reason.ended === 0) return text("reason_record_none");
        return text("reason_record", { count: reason.ended, hits: reason.hits });
    }
  };
}
