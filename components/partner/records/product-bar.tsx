"use client";

import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import type { ProductFigures } from "#lib/protocol/wire/partner.ts";
import { type Share, sharesOf } from "./shares.ts";

const FILL = { perp: "bg-perp", swap: "bg-swap", prediction: "bg-prediction" } as const;

/** The shares of products as a coloured bar, with the same as text for screen readers. */
export function ProductBar({ figures }: { figures: readonly ProductFigures[] }) {
  const shares = sharesOf(figures);
  const label = useShareText()(shares);
  return (
    <span title={label} className="flex h-2 w-full gap-px overflow-hidden rounded-sm">
      <span className="sr-only">{label}</span>
      {shares.length === 0 ? <span className="h-full w-full bg-raised" /> : null}
      {shares.map(({ product, percent }) => (
        <span
          key={product}
          className={`h-full min-w-0.5 ${FILL[product]}`}
          style={{ flex: `${percent} 1 0` }}
        />
      ))}
    </span>
  );
}

/** "Perps 80%, Swaps 20%". */
function useShareText(): (shares: readonly Share[]) => string {
  const text = useText("partnerRecords");
  const { ratio } = useFormat();
  return (shares) =>
    shares.length === 0
      ? text("noEarnings")
      : shares
          .map(({ product, percent }) =>
            text("shareOf", {
              product: text(`product_${product}`),
              share: ratio((percent / 100).toFixed(2), 0),
            }),
          )
          .join(", ");
}
