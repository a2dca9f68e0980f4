"use client";

import { Check, CheckCheck } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { AssetAmount, SwapPair } from "#components/swaps/amount.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { cn } from "#components/ui/class-names.ts";
import { EmptyState, Section } from "#components/ui/section.tsx";
import { explorerUrl } from "#lib/protocol/solana/explorer.ts";
import type { TapeSwap } from "#lib/protocol/wire/swaps.ts";
import { useTape } from "./use-tape.ts";

type SwapTapeProps = {
  first: readonly TapeSwap[];
  terms: { network: string; sandbox_url: string | null };
};

/** The public tape: every landed swap of this service, live, with how certain it is. */
export function SwapTape({ first, terms }: SwapTapeProps) {
  const text = useText("swaps");
  const { rows, state } = useTape(first);
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <Section
      title={text("tape")}
      note={
        <span
          className={cn("text-2xs", state === "reconnecting" ? "text-warn" : "text-ink-faint")}
          data-tape={state}
        >
          {text(`tape_${state}`)}
        </span>
      }
    >
      {rows.length === 0 ? (
        <EmptyState title={text("tapeEmpty")}>{text("tapeEmptyDetail")}</EmptyState>
      ) : (
        <ul className="-mx-4 divide-y divide-line text-xs">
          {rows.map((swap) => (
            <Row
              isInBrowser={isInBrowser}
              key={swap.id}
              swap={swap}
              href={explorerUrl({ ...terms, signature: swap.signature }, terms.sandbox_url)}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}

type RowProps = { swap: TapeSwap; href: string | null; isInBrowser: boolean };

function Row({ swap, href, isInBrowser }: RowProps) {
  const text = useText("swaps");
  const { timeOfDay, figure } = useFormat();
  // The server does not know the reader's time zone.
  const time = (
    <time dateTime={new Date(swap.block_time).toISOString()}>
      {isInBrowser ? timeOfDay(swap.block_time) : "\u00a0"}
    </time>
  );
  return (
    <li
      data-row={swap.status}
      className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-0.5 px-4 py-1.5 sm:grid-cols-[4.5rem_1fr_auto_6.5rem]"
    >
      <span className="text-ink-muted max-sm:order-3">
        {href === null ? (
          time
        ) : (
          <a
            href={href}
            target="_blank"
            rel="noreferrer"
            className="underline-offset-2 hover:text-ink hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
          >
            {time}
            <span className="sr-only"> {text("showTransaction")}</span>
          </a>
        )}
      </span>
      <SwapPair
        given={<AssetAmount asset={swap.in.asset}>{swap.in.amount}</AssetAmount>}
        got={<AssetAmount asset={swap.out.asset}>{swap.out.amount}</AssetAmount>}
      />
      <span className="text-end text-ink-muted" title={swap.wallet}>
        <bdi dir="ltr" translate="no">
          {swap.usd === null ? "—" : `$${figure(swap.usd, 2)}`}
        </bdi>
      </span>
      <span className="text-end max-sm:order-4">
        <Certainty status={swap.status} />
      </span>
    </li>
  );
}

const never = () => () => {};

/** How certain a swap is, as text and as a sign. */
export function Certainty({ status }: { status: TapeSwap["status"] }) {
  const text = useText("swaps");
  const Sign = status === "finalized" ? CheckCheck : Check;
  return (
    <Chip tone={status === "finalized" ? "good" : "neutral"} title={text(`status_${status}_help`)}>
      <Sign size={11} aria-hidden className="me-1" />
      {text(`status_${status}`)}
    </Chip>
  );
}
