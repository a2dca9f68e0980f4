"use client";

import { useEffect, useRef, useState } from "react";
import { ReadState } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { usePartnerView } from "#components/partner/earnings/use-partner-view.ts";
import { usePartnerRead } from "#components/partner/earnings/use-read.ts";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/section.tsx";
import type { EarningEntries } from "#lib/protocol/wire/partner.ts";
import { FeeRow } from "./fee-row.tsx";
import { Pages } from "./pages.tsx";
import { isMixed } from "./parts.tsx";
import { feePath } from "./paths.ts";

type FeeListProps = {
  /** Path of the first page of fees. */
  path: string;
  /** Names the referral of each fee. */
  namesReferral?: boolean;
};

/** Fees and reversals, the newest first; an opened row explains its rate. */
export function FeeList({ path, namesReferral = false }: FeeListProps) {
  const text = useText("partnerRecords");
  const { view, change } = usePartnerView();
  const { product, entry: open } = view;
  /** The row opened by a click; a row that only the address names is shown above the list. */
  const [pressed, setPressed] = useState<number>();
  const list = useRef<HTMLDivElement>(null);
  const toggle = (entry: number | undefined) => {
    setPressed(entry);
    change({ entry });
  };
  return (
    <div className="flex flex-col gap-2">
      {product === "all" ? null : (
        <p className="flex flex-wrap items-center gap-2 text-xs text-ink-muted">
          {text("onlyProduct", { product: text(`product_${product}`) })}
          <Button
            size="xs"
            className="pointer-coarse:min-h-11"
            onClick={() => change({ product: "all" })}
          >
            {text("allProducts")}
          </Button>
        </p>
      )}
      {open === undefined || open === pressed ? null : (
        <LinkedFee
          key={open}
          seq={open}
          onClose={() => {
            toggle(undefined);
            list.current?.focus({ preventScroll: true });
          }}
        />
      )}
      <div ref={list} tabIndex={-1} className="outline-none">
        <Pages<EarningEntries>
          path={path}
          label={text("loading")}
          empty={<EmptyState title={text("noFees")}>{text("noFeesText")}</EmptyState>}
        >
          {({ results }, number) => (
            <>
              {number === 0 ? <ColumnNames /> : null}
              <ul aria-label={text("allFees")} className="text-xs">
                {results.map((entry) => (
                  <FeeRow
                    key={entry.seq}
                    entry={entry}
                    isOpen={open === entry.seq && pressed === open}
                    namesReferral={namesReferral}
                    isMarked={entry.simulated && isMixed(results)}
                    onToggle={(isOpen) => toggle(isOpen ? entry.seq : undefined)}
                  />
                ))}
              </ul>
            </>
          )}
        </Pages>
      </div>
    </div>
  );
}

/** Visible column names; for screen readers each cell has its own. */
function ColumnNames() {
  const text = useText("partnerRecords");
  return (
    <div
      aria-hidden
      className="hidden grid-cols-[minmax(0,3fr)_2fr_1.6fr_1.4fr_4.5rem] gap-x-3 border-b pb-1.5 text-2xs text-ink-muted sm:grid"
    >
      <span>{text("when")}</span>
      <span className="text-end">{text("feeCharged")}</span>
      <span className="text-end">{text("rate")}</span>
      <span className="text-end">{text("earned")}</span>
    </div>
  );
}

type LinkedFeeProps = { seq: number; onClose: () => void };

/** The fee that a link names, above the list, because the loaded pages may not contain it. */
function LinkedFee({ seq, onClose }: LinkedFeeProps) {
  const text = useText("partnerRecords");
  const read = usePartnerRead<EarningEntries>(feePath(seq), "linkedFee");
  const section = useRef<HTMLElement>(null);
  const name = text("linkedFee", { seq: String(seq) });
  const isLoaded = read.data !== undefined;
  useEffect(() => {
    if (!isLoaded) return;
    section.current?.scrollIntoView({ block: "nearest" });
    section.current?.focus({ preventScroll: true });
  }, [isLoaded, seq]);
  return (
    <section
      ref={section}
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
              <EmptyState title={text("noSuchFee", { seq: String(seq) })} />
            </div>
          )
        }
      </ReadState>
    </section>
  );
}
