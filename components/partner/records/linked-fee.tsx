"use client";

import { useEffect, useRef } from "react";
import { ReadState } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { usePartnerRead } from "#components/partner/earnings/use-read.ts";
import type { EarningEntries } from "#lib/protocol/partner-reads.ts";
import { FeeRow } from "./fee-row.tsx";
import { Nothing } from "./parts.tsx";
import { feePath } from "./paths.ts";

type LinkedFeeProps = { seq: number; onClose: () => void };

/** The fee that a link names, above the list: it may be of any time, and not on the pages of the list that are there. */
export function LinkedFee({ seq, onClose }: LinkedFeeProps) {
  const text = useText("partnerRecords");
  const read = usePartnerRead<EarningEntries>(feePath(seq), "linkedFee");
  const here = useRef<HTMLElement>(null);
  const name = text("linkedFee", { seq: String(seq) });
  const isThere = read.data !== undefined;
  useEffect(() => {
    if (!isThere) return;
    here.current?.scrollIntoView({ block: "nearest" });
    here.current?.focus({ preventScroll: true });
  }, [isThere, seq]);
  return (
    <section
      ref={here}
      tabIndex={-1}
      aria-label={name}
      className="rounded border border-line-strong px-3 pt-2 text-xs outline-none"
    >
      <p className="text-2xs text-ink-muted">{name}</p>
      <ReadState resource={read} label={text("loading")}>
        {({ results: [entry] }) =>
          entry?.seq === seq ? (
            <ul aria-label={name}>
              <FeeRow
                entry={entry}
                isOpen
                namesReferral
                isMarked={entry.simulated}
                onToggle={onClose}
              />
            </ul>
          ) : (
            <div className="pb-3">
              <Nothing title={text("noSuchFee", { seq: String(seq) })} />
            </div>
          )
        }
      </ReadState>
    </section>
  );
}
