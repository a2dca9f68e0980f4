"use client";

import Link from "next/link";
import { lazy, useEffect, useState } from "react";
import { NetworkLine } from "#components/chain/parts.tsx";
import { useFrame } from "#components/data/frame-context.ts";
import { followClock } from "#components/data/server-clock.ts";
import { SettingsPage } from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { BuyLink } from "#components/swaps/buy/buy-link.tsx";
import { LocalForm } from "#components/swaps/form/local-form.tsx";
import { useTrackedSwaps } from "#components/swaps/form/use-swap-facts.ts";
import { SwapProgress } from "#components/swaps/progress/swap-progress.tsx";
import type { TrackedSwap } from "#components/swaps/progress/swap-record.ts";
import type { SwapTerms } from "#components/swaps/sources/read-pools.ts";
import { SwapTape } from "#components/swaps/tape/swap-tape.tsx";
import { buttonStyle } from "#components/ui/button.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { EmptyState } from "#components/ui/section.tsx";
import { TOGGLE_ITEM, ToggleGroup } from "#components/ui/toggle-group.tsx";
import type { TapeSwap } from "#lib/protocol/wire/swaps.ts";

const CrossForm = lazy(() => import("#components/swaps/cross/cross-form.tsx"));

type SwapPageProps = {
  /** Null where swaps are not available. */
  terms: SwapTerms | null;
  /** The tape as the server read it for this page. */
  tape: readonly TapeSwap[];
  /** Whether USDC can be bought with a card. */
  buys: boolean;
};

/** Swaps with the user's own wallet, and the tape of all swaps. Open to visitors. */
export function SwapPage({ terms, tape, buys }: SwapPageProps) {
  const text = useText("swaps");
  return (
    <SettingsPage
      title={text("title")}
      intro={text("intro")}
      isPublic
      isWide
      actions={<OwnPages buys={buys} />}
    >
      {terms === null ? (
        <EmptyState title={text("notAvailable")}>{text("notAvailableDetail")}</EmptyState>
      ) : (
        <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[26rem_1fr]">
          <Swaps terms={terms} />
          <SwapTape first={tape} terms={terms} />
        </div>
      )}
    </SettingsPage>
  );
}

function Swaps({ terms }: { terms: SwapTerms }) {
  const { person } = useFrame();
  const swaps = useTrackedSwaps(person?.account);
  useEffect(() => followClock(), []);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {swaps.map((swap) => (
        <SwapProgress key={swap.signature} swap={swap} terms={terms} />
      ))}
      <div className="flex flex-col gap-3 rounded-md border bg-surface p-4">
        <NetworkLine network={terms.network} />
        <Forms terms={terms} swaps={swaps} />
      </div>
    </div>
  );
}

const HERE = "here";

/** The forms for a swap on one network and, where a relay leads to another, for a swap across. */
function Forms({ terms, swaps }: { terms: SwapTerms; swaps: readonly TrackedSwap[] }) {
  const text = useText("swaps");
  const [way, setWay] = useState<string>(HERE);
  const destination = terms.destinations.find(({ network }) => network === way);
  const options = [
    { value: HERE, label: text("way_here") },
    ...terms.destinations.map(({ network }) => ({
      value: network as string,
      label: text("way_other", { network: text(`network_${network}`) }),
    })),
  ];
  return (
    <>
      {options.length === 1 ? null : (
        <ToggleGroup
          label={text("ways")}
          value={way}
          options={options}
          onChange={setWay}
          className="grid grid-cols-2 items-stretch gap-1"
          itemClassName={TOGGLE_ITEM}
        />
      )}
      {destination === undefined ? (
        <LocalForm terms={terms} swaps={swaps} />
      ) : (
        <LazyBoundary onFailure={() => setWay(HERE)}>
          <CrossForm terms={terms} destination={destination} swaps={swaps} />
        </LazyBoundary>
      )}
    </>
  );
}

const OWN = [
  ["/account/swaps", "yourSwaps"],
  ["/account/points", "yourPoints"],
] as const;

function OwnPages({ buys }: Pick<SwapPageProps, "buys">) {
  const text = useText("swaps");
  const chain = useText("chain");
  const { person } = useFrame();
  if (person === undefined) return null;
  return (
    <span className="flex flex-wrap gap-2">
      {buys ? <BuyLink label={chain("buy")} size="sm" className="pointer-coarse:min-h-11" /> : null}
      {OWN.map(([href, name]) => (
        <Link
          key={href}
          href={href}
          className={buttonStyle({ className: "pointer-coarse:min-h-11" })}
        >
          {text(name)}
        </Link>
      ))}
    </span>
  );
}
