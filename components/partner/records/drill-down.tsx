"use client";

import { ReadState } from "#components/frame/settings/settings-page.tsx";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { RECORDS_ID } from "#components/partner/earnings/level-card.tsx";
import { Money, useAmount } from "#components/partner/earnings/money.tsx";
import { readAddress } from "#components/partner/earnings/shown-reads.ts";
import { useSnapshot } from "#components/partner/earnings/snapshot-context.ts";
import { usePartnerView } from "#components/partner/earnings/use-partner-view.ts";
import { usePartnerRead } from "#components/partner/earnings/use-read.ts";
import { useSpanName } from "#components/partner/earnings/use-span-name.ts";
import { ZonedTime } from "#components/partner/earnings/zoned-time.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { CsvLinks } from "#components/ui/csv-links.tsx";
import { Dialog, giveFocusBack } from "#components/ui/dialog.tsx";
import { Fact } from "#components/ui/fact.tsx";
import { EmptyState } from "#components/ui/section.tsx";
import { useNarrow } from "#components/ui/use-narrow.ts";
import type { Figures, Referral, ReferralPage } from "#lib/protocol/wire/partner.ts";
import { FeeList } from "./fee-list.tsx";
import { LabelForm } from "./label-form.tsx";
import { useLabel } from "./labels.ts";
import { Review, Simulated, shortReferral } from "./parts.tsx";
import { feesFilePath, feesPath, referralPath } from "./paths.ts";
import { ProductBar } from "./product-bar.tsx";
import { averageShare } from "./rate-explanation.ts";
import { Discount, Wallets } from "./referral-list.tsx";
import { tagTexts, useCameBy } from "./referral-source.tsx";

/** A dialog with one referral: totals, products and fees. Loaded on demand (`lazy`). */
export default function DrillDown({ id, onClose }: { id: string; onClose: () => void }) {
  const text = useText("partnerRecords");
  const { view } = usePartnerView();
  const { at, tz } = useSnapshot();
  const standpoint = { asOf: at.as_of, tz };
  const span = useSpanName();
  const isNarrow = useNarrow();
  const read = usePartnerRead<ReferralPage>(referralPath(view, standpoint, id), "referralOpen");
  const { alias } = useLabel(read.data?.results[0] ?? { id, alias: null, note: null });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      onClosed={() => focusReferral(id)}
      title={text("referralTitle", { id: alias ?? id })}
      description={text("referralText")}
      className="!w-[min(96vw,820px)] max-sm:!max-h-dvh max-sm:!w-full max-sm:!rounded-none"
    >
      <div className="flex flex-col gap-4">
        <ReadState resource={read} label={text("loading")}>
          {({ results: [referral] }) =>
            referral === undefined ? (
              <EmptyState title={text("notYours")} />
            ) : (
              <Head referral={referral} />
            )
          }
        </ReadState>
        {read.data?.results.length === 1 ? (
          <section aria-labelledby="referral-fees">
            <div className="mb-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <h3 id="referral-fees" className="text-xs font-semibold">
                {text("feesOf")} <span className="font-normal text-ink-muted">{span.both}</span>
              </h3>
              <CsvLinks
                href={readAddress(feesFilePath(view, standpoint, id), at)}
                name={`${text("feesOf")}, ${span.both}`}
                size="md"
              />
            </div>
            <FeeList path={feesPath(view, standpoint, { isNarrow, referral: id })} />
          </section>
        ) : null}
      </div>
    </Dialog>
  );
}

/**
 * After a dialog that the address opened, nothing had the focus before it: it goes to the referral's row, or to the list
 * when that has no such row.
 */
function focusReferral(id: string): void {
  if (document.activeElement?.closest(`#${RECORDS_ID}`)) return;
  const records = document.getElementById(RECORDS_ID);
  const row = records?.querySelector(`[data-referral="${id}"] button`);
  giveFocusBack(row ?? records?.querySelector("section") ?? null);
}

function Head({ referral }: { referral: Referral }) {
  const text = useText("partnerRecords");
  const { id, figures, total } = referral;
  const tags = tagTexts(referral);
  const span = useSpanName();
  return (
    <div className="flex flex-col gap-3">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-xs sm:grid-cols-[1.8fr_1fr_1.2fr_0.8fr] [&>:first-child]:max-sm:col-span-2">
        <Fact label={text("referral")}>
          <span className="flex items-center gap-1 pointer-coarse:-my-2.5">
            <bdi dir="ltr" translate="no" className="font-mono">
              {shortReferral(id)}
            </bdi>
            <CopyButton value={id} what={text("referral")} />
            {referral.simulated ? <Simulated /> : null}
            <Review state={referral.review} />
          </span>
        </Fact>
        <Fact label={text("wallets")}>
          <Wallets wallets={referral.wallets} />
        </Fact>
        <Fact label={text("joined")}>
          <ZonedTime at={referral.joined_at} />
        </Fact>
        <Fact label={text("discount")}>
          <Discount state={referral.discount} />
        </Fact>
        <Fact label={text("cameBy")}>{useCameBy(referral)}</Fact>
        {tags.length === 0 ? null : (
          <Fact label={text("tags")}>
            {tags.map((tag) => (
              <bdi key={tag} translate="no" className="block [overflow-wrap:anywhere]">
                {tag}
              </bdi>
            ))}
          </Fact>
        )}
      </dl>
      <dl className="grid gap-3 rounded border p-3 sm:grid-cols-2">
        <Sum title={span.both} sum={figures} figure={`referral.${id}`} />
        <Sum
          title={`${text("ofAllTime")} · ${span.product}`}
          sum={total}
          figure={`referral.${id}.total`}
        />
      </dl>
      <Products referral={referral} />
      <WhyTotal referral={referral} />
      <LabelForm referral={referral} />
    </div>
  );
}

/** A total has no rate of its own: it is the sum of fees with the rate of each. */
function WhyTotal({ referral: { figures } }: { referral: Referral }) {
  const text = useText("partnerRecords");
  const { ratio } = useFormat();
  const share = averageShare(figures);
  if (share === undefined) return null;
  return (
    <p className="text-xs">
      <strong className="font-semibold">{text("why")}</strong>{" "}
      {text("whyTotal", { share: ratio(share, 2) })}
    </p>
  );
}

function Sum({ title, sum, figure }: { title: string; sum: Figures; figure: string }) {
  const text = useText("partnerRecords");
  return (
    <Fact label={title}>
      <span className="text-base font-semibold">
        <Money value={sum.earned} figure={`${figure}.earned`} />
      </span>
      <span className="block text-xs text-ink-muted">
        {text("fees")} <Money value={sum.fees} figure={`${figure}.fees`} /> ·{" "}
        <span data-figure={`${figure}.count`} data-exact={sum.count}>
          {text("feeCount", { count: sum.count })}
        </span>
      </span>
    </Fact>
  );
}

function Products({ referral: { id, by_product: products, copy } }: { referral: Referral }) {
  const text = useText("partnerRecords");
  const amount = useAmount();
  if (products.every(({ count, earned }) => count === 0 && earned === "0")) return null;
  return (
    <div className="flex flex-col gap-1.5 text-xs">
      <ProductBar figures={products} />
      <ul aria-label={text("products")} className="flex flex-wrap gap-x-5 gap-y-1">
        {products.map(({ product, earned }) => (
          <li key={product} className="flex flex-wrap items-center gap-1.5">
            <span aria-hidden className={`size-2 rounded-full ${DOT[product]}`} />
            {text(`product_${product}`)}{" "}
            <Money value={earned} figure={`referral.${id}.by_product.${product}.earned`} />
            {product === "perp" && copy.earned !== "0" ? (
              <span className="text-ink-muted">
                ({text("ofWhichCopy", { amount: amount(copy.earned, "USD") })})
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

const DOT = { perp: "bg-perp", swap: "bg-swap", prediction: "bg-prediction" } as const;
