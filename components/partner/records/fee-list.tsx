"use client";

import { useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { usePartnerView } from "#components/partner/earnings/use-partner-view.ts";
import { Button } from "#components/ui/button.tsx";
import type { EarningEntries } from "#lib/protocol/partner-reads.ts";
import { FeeRow } from "./fee-row.tsx";
import { LinkedFee } from "./linked-fee.tsx";
import { Pages } from "./pages.tsx";
import { isMixed, Nothing } from "./parts.tsx";

type FeeListProps = {
  /** Of the first page of fees. */
  path: string;
  /** Says whose fee each one is. */
  namesReferral?: boolean;
};

/** Each fee and each reversal, newest first; a row opens to why it paid what it paid. */
export function FeeList({ path, namesReferral = false }: FeeListProps) {
  const text = useText("partnerRecords");
  const { view, change } = usePartnerView();
  const { product, entry: open } = view;
  /** The row that was opened by a press; one that the address names otherwise stands above. */
  const [pressed, setPressed] = useState<number>();
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
        <LinkedFee key={open} seq={open} onClose={() => toggle(undefined)} />
      )}
      <div>
        <Pages<EarningEntries>
          path={path}
          label={text("loading")}
          empty={<Nothing title={text("noFees")}>{text("noFeesText")}</Nothing>}
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

/** For who sees columns; each row says its own for who does not. */
function ColumnNames() {
  const text = useText("partnerRecords");
  return (
    <div
      aria-hidden
      className="hidden grid-cols-[minmax(0,3fr)_2fr_1.6fr_1.4fr_1rem] gap-x-3 border-b pb-1.5 text-2xs text-ink-muted sm:grid"
    >
      <span>{text("when")}</span>
      <span className="text-end">{text("feeCharged")}</span>
      <span className="text-end">{text("rate")}</span>
      <span className="text-end">{text("earned")}</span>
    </div>
  );
}
