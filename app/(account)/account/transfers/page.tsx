import type { Metadata } from "next";
import { pageTitle } from "#app/(account)/account/page-title.ts";
import { requestText } from "#components/messages/request-text.ts";
import { BuyEntry } from "#components/swaps/buy/buy-entry.tsx";
import { BuyLink } from "#components/swaps/buy/buy-link.tsx";
import { TransfersPage } from "#components/trading/account/pages/transfers-page.tsx";
import { BUY_PARAMETER, PURCHASE_PARAMETER } from "#lib/protocol/onramp.ts";
import { onrampTerms } from "#lib/swaps/onramp/show-onramp-terms.ts";

type PageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export function generateMetadata(): Promise<Metadata> {
  return pageTitle("transfers");
}

/** Deposits, withdrawals and purchases with a card. */
export default async function Page({ searchParams }: PageProps) {
  const { [BUY_PARAMETER]: buy, [PURCHASE_PARAMETER]: given } = await searchParams;
  const purchase = typeof given === "string" ? given : undefined;
  const { onramp } = onrampTerms();
  const text = await requestText("chain");
  return (
    <>
      {onramp === null ? null : (
        <BuyLink label={text("buy")} className="mb-3 w-fit shrink-0 pointer-coarse:min-h-11" />
      )}
      <TransfersPage />
      {buy === undefined && purchase === undefined ? null : <BuyEntry purchase={purchase} />}
    </>
  );
}
