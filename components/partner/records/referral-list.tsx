"use client";

import type { ReactNode } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Money } from "#components/partner/earnings/money.tsx";
import { usePartnerView } from "#components/partner/earnings/use-partner-view.ts";
import { Ago } from "#components/ui/ago.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { useNarrow } from "#components/ui/use-narrow.ts";
import type { Referral } from "#lib/protocol/wire/partner.ts";
import { useLabel } from "./labels.ts";
import { isMixed, Review, Simulated, shortReferral } from "./parts.tsx";
import { ProductBar } from "./product-bar.tsx";
import { ARIA_SORT, SortButton } from "./referral-sorts.tsx";
import { SourceLine } from "./referral-source.tsx";

type ReferralListProps = {
  referrals: readonly Referral[];
  /** The first page shows the column names. */
  isFirst: boolean;
  onOpen: (id: string) => void;
};

/** A page of referrals: a table, or cards on narrow screens. */
export function ReferralList(props: ReferralListProps) {
  const marks = isMixed(props.referrals);
  return useNarrow() ? <Cards {...props} marks={marks} /> : <Table {...props} marks={marks} />;
}

type LayoutProps = ReferralListProps & {
  /** Whether simulated referrals are marked. */
  marks: boolean;
};

/** The name of a column, its look, and the order that it gives. */
const COLUMNS = [
  ["referral", "w-[21%] pe-3 text-start", undefined],
  ["joined", "w-[14%] pe-3 text-start", "joined"],
  ["lastFee", "w-[15%] pe-3 text-start", "last_fee"],
  ["fees", "w-[13%] pe-3 text-end", "fees"],
  ["earned", "w-[13%] pe-3 text-end", "earned"],
  ["products", "w-[14%] ps-4 pe-3 text-start", undefined],
  ["discount", "w-[10%] text-end", undefined],
] as const;

function Table({ referrals, isFirst, onOpen, marks }: LayoutProps) {
  const text = useText("partnerRecords");
  const { view } = usePartnerView();
  return (
    <table aria-label={text("referrals")} className="w-full table-fixed text-xs">
      <thead className={isFirst ? "" : "sr-only"}>
        <tr className="text-2xs text-ink-muted">
          {COLUMNS.map(([name, style, sort]) => (
            <th
              key={name}
              scope="col"
              aria-sort={isFirst && sort === view.sort ? ARIA_SORT[view.order] : undefined}
              className={`border-b py-1.5 font-normal ${style}`}
            >
              {isFirst && sort !== undefined ? (
                <SortButton sort={sort}>{text(name)}</SortButton>
              ) : (
                text(name)
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {referrals.map((referral) => (
          <Row key={referral.id} referral={referral} onOpen={onOpen} marks={marks} />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = { referral: Referral; onOpen: (id: string) => void; marks: boolean };

function Row({ referral, onOpen, marks }: RowProps) {
  const { id, joined_at: joined, figures, by_product: products } = referral;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the button in it handles keys; the row enlarges the click area
    <tr
      data-referral={id}
      className="cursor-pointer border-b last:border-b-0 hover:bg-hover"
      onClick={({ currentTarget }) => {
        // The dialog returns the focus to this button.
        currentTarget.querySelector("button")?.focus();
        onOpen(id);
      }}
    >
      <th scope="row" className="py-2 pe-3 text-start font-normal">
        <Name referral={referral} onOpen={onOpen} marks={marks} />
      </th>
      <td className="py-2 pe-3 text-ink-muted">
        <Ago at={joined} />
      </td>
      <td className="py-2 pe-3 text-ink-muted">
        <LastFee at={referral.last_fee_at} />
      </td>
      <td className="py-2 pe-3 text-end">
        <Money bare value={figures.fees} figure={`referral.${id}.fees`} />
      </td>
      <td className="py-2 pe-3 text-end font-semibold">
        <Money bare value={figures.earned} figure={`referral.${id}.earned`} />
      </td>
      <td className="py-2 ps-4 pe-3">
        <ProductBar figures={products} />
      </td>
      <td className="py-2 text-end text-ink-muted">
        <Discount state={referral.discount} />
      </td>
    </tr>
  );
}

/** The id as a button, and the masked wallets. */
function Name({ referral, onOpen, marks }: RowProps) {
  const text = useText("partnerRecords");
  const { id, wallets, simulated } = referral;
  const { alias, note } = useLabel(referral);
  return (
    <>
      <span className="flex flex-wrap items-center gap-1.5">
        <button
          type="button"
          className="min-w-0 rounded text-start text-xs font-medium [overflow-wrap:anywhere] text-accent underline-offset-2 hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
          aria-label={text("openReferral", { id: alias ?? shortReferral(id) })}
          title={id}
          onClick={(event) => {
            event.stopPropagation();
            onOpen(id);
          }}
        >
          <ReferralName id={id} alias={alias} />
        </button>
        {marks && simulated ? <Simulated /> : null}
        <Review state={referral.review} />
      </span>
      <Wallets wallets={wallets} />
      <SourceLine {...referral} />
      {note === null ? null : <Note note={note} />}
    </>
  );
}

/** What the partner calls a referral, else its id. */
export function ReferralName({ id, alias }: { id: string; alias: string | null }) {
  if (alias !== null) return <bdi>{alias}</bdi>;
  return (
    <bdi dir="ltr" translate="no" className="font-mono text-2xs">
      {shortReferral(id)}
    </bdi>
  );
}

function Note({ note }: { note: string }) {
  return (
    <bdi title={note} className="line-clamp-1 text-2xs text-ink-muted [overflow-wrap:anywhere]">
      {note}
    </bdi>
  );
}

/** Masked by the service: the first and the last four characters. */
export function Wallets({ wallets }: { wallets: readonly string[] }): ReactNode {
  const text = useText("partnerRecords");
  return (
    <span className="block text-2xs break-words text-ink-muted">
      {wallets.length === 0
        ? text("noWallet")
        : wallets.map((wallet, index) => (
            <span key={wallet}>
              {index === 0 ? "" : " · "}
              <bdi dir="ltr" translate="no" className="font-mono whitespace-nowrap">
                {wallet}
              </bdi>
            </span>
          ))}
    </span>
  );
}

function LastFee({ at }: { at: string | null }) {
  const text = useText("partnerRecords");
  return at === null ? <span>{text("noFee")}</span> : <Ago at={at} />;
}

export function Discount({ state }: { state: Referral["discount"] }) {
  const text = useText("partnerRecords");
  const [word, hint] = [text(`discount_${state}`), text(`discountHint_${state}`)];
  if (state === "set") return <span title={hint}>{word}</span>;
  return (
    <Chip tone="warn" title={hint}>
      {word}
    </Chip>
  );
}

function Cards({ referrals, onOpen, marks }: LayoutProps) {
  const text = useText("partnerRecords");
  return (
    <ul aria-label={text("referrals")} className="flex flex-col divide-y">
      {referrals.map((referral) => (
        <ReferralCard key={referral.id} referral={referral} onOpen={onOpen} marks={marks} />
      ))}
    </ul>
  );
}

function ReferralCard({ referral, onOpen, marks }: RowProps) {
  const text = useText("partnerRecords");
  const { id, figures } = referral;
  const { alias } = useLabel(referral);
  return (
    <li data-referral={id} className="relative flex flex-col gap-1 py-2.5 text-xs">
      <button
        type="button"
        aria-label={text("openReferral", { id: alias ?? shortReferral(id) })}
        className="absolute inset-0 rounded"
        onClick={() => onOpen(id)}
      />
      <div className="flex items-baseline justify-between gap-3">
        <span className="flex min-w-0 flex-wrap items-center gap-1.5 font-medium text-accent">
          <ReferralName id={id} alias={alias} />
          {marks && referral.simulated ? <Simulated /> : null}
          <Review state={referral.review} />
        </span>
        <span className="font-semibold">
          <span className="text-2xs font-normal text-ink-muted">{text("earned")} </span>
          <Money value={figures.earned} figure={`referral.${id}.earned`} />
        </span>
      </div>
      <div className="flex items-baseline justify-between gap-3 text-ink-muted">
        <span>
          <span className="text-2xs">{text("lastFee")} </span>
          <LastFee at={referral.last_fee_at} />
        </span>
        <span>
          <span className="text-2xs">{text("fees")} </span>
          <Money value={figures.fees} figure={`referral.${id}.fees`} />
        </span>
      </div>
      <SourceLine {...referral} />
      <ProductBar figures={referral.by_product} />
    </li>
  );
}
