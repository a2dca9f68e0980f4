"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { Money } from "#components/partner/earnings/money.tsx";
import { Fact } from "#components/ui/fact.tsx";
import { EmptyState, Section } from "#components/ui/section.tsx";
import { useNarrow } from "#components/ui/use-narrow.ts";
import type { SettlementPage } from "#lib/protocol/wire/partner.ts";
import { Pages } from "./pages.tsx";
import { settlementsPath } from "./paths.ts";
import { SettlementList } from "./settlement-list.tsx";

/** Settlements of all time with their transactions. */
export function Settlements() {
  const text = useText("partnerRecords");
  const isNarrow = useNarrow();
  return (
    <Section
      title={text("settlements")}
      note={<span className="text-xs text-ink-muted">{text("ofAllTime")}</span>}
    >
      <Pages<SettlementPage>
        path={settlementsPath(isNarrow)}
        label={text("loading")}
        empty={<EmptyState title={text("noSettlements")}>{text("noSettlementsText")}</EmptyState>}
      >
        {({ totals, results }, number) => (
          <>
            {number === 0 ? <Totals totals={totals} /> : null}
            <SettlementList settlements={results} isFirst={number === 0} />
          </>
        )}
      </Pages>
    </Section>
  );
}

function Totals({ totals: { settled, in_transit: inTransit } }: Pick<SettlementPage, "totals">) {
  const text = useText("partnerRecords");
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 border-b pb-3">
      <Fact label={text("settled")}>
        <span className="text-base font-semibold">
          <Money value={settled} figure="settlements.totals.settled" currency="USDC" />
        </span>
      </Fact>
      <Fact label={text("inTransit")}>
        <span className="text-base font-semibold">
          <Money value={inTransit} figure="settlements.totals.in_transit" currency="USDC" />
        </span>
      </Fact>
    </dl>
  );
}
