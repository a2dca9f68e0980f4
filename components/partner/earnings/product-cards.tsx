"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { cn } from "#components/ui/class-names.ts";
import type { PartnerSummary } from "#lib/protocol/wire/partner.ts";
import { signOf } from "./amounts.ts";
import { Card } from "./card.tsx";
import { Money } from "./money.tsx";
import { Swatch } from "./swatch.tsx";

type ProductFigures = PartnerSummary["by_product"][number];

const FIGURES = ["earned_30d", "fees_30d", "earned_total", "fees_total"] as const;

/** The figures of each product, of the last 30 days and of all time. */
export function ProductCards({ products }: { products: PartnerSummary["by_product"] }) {
  const text = useText("partner");
  return (
    <Card title={text("byProduct")} note={text("byProductOf")} foldsOnPhone>
      <ul className="grid gap-3 md:grid-cols-3">
        {products.map((one) => (
          <li
            key={one.product}
            className="flex min-w-0 flex-col gap-2 rounded border bg-raised p-3"
          >
            <h3 className="flex items-center gap-2 font-medium">
              <Swatch series={one.product} />
              {text(`product_${one.product}`)}
            </h3>
            <ProductCard figures={one} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ProductCard({ figures }: { figures: ProductFigures }) {
  const text = useText("partner");
  const { product, of_which_copy: copy } = figures;
  if (FIGURES.every((one) => signOf(figures[one]) === 0)) {
    return <p className="text-xs text-ink-muted">{text(`none_${product}`)}</p>;
  }
  return (
    <dl className="grid grid-cols-[1fr_auto] items-baseline gap-x-3 gap-y-1.5">
      {FIGURES.map((one) => (
        <Figures key={one} name={text(one)} isMain={one === "earned_30d"}>
          <Money value={figures[one]} figure={`by_product.${product}.${one}`} />
          {copy === null || signOf(copy[one]) === 0 ? null : (
            <span className="block text-xs font-normal text-ink-muted">
              {text("ofWhichCopy")}{" "}
              <Money bare value={copy[one]} figure={`by_product.${product}.of_which_copy.${one}`} />
            </span>
          )}
        </Figures>
      ))}
    </dl>
  );
}

type FiguresProps = { name: string; isMain: boolean; children: React.ReactNode };

function Figures({ name, isMain, children }: FiguresProps) {
  return (
    <>
      <dt className="text-xs text-ink-muted">{name}</dt>
      <dd className={cn("text-end", isMain ? "text-base font-semibold" : "text-sm")}>{children}</dd>
    </>
  );
}
