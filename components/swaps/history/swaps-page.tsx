"use client";

import Link from "next/link";
import { TransactionLink } from "#components/chain/parts.tsx";
import { readJson } from "#components/data/http.ts";
import { useAction } from "#components/data/use-action.ts";
import { useReadAgain } from "#components/data/use-read-again.ts";
import { useResource } from "#components/data/use-resource.ts";
import {
  ActionFailure,
  ReadState,
  SettingsPage,
} from "#components/frame/settings/settings-page.tsx";
import { shortAddress } from "#components/i18n/figures.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { AssetAmount, SwapPair } from "#components/swaps/amount.tsx";
import { useRouteText } from "#components/swaps/routes.tsx";
import { Button, buttonStyle } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { DateTime } from "#components/ui/date-time.tsx";
import { Fact } from "#components/ui/fact.tsx";
import { EmptyState } from "#components/ui/section.tsx";
import type { OwnSwap, OwnSwaps, SwapState } from "#lib/protocol/wire/swaps.ts";

const PAGE = 20;
const FIRST = `/api/v1/swaps?limit=${PAGE}`;
const POLL_MS = 3_000;

type SwapsPageProps = { sandboxUrl: string | null };

/** The user's own swaps with their outcomes. */
export function SwapsPage({ sandboxUrl }: SwapsPageProps) {
  const text = useText("swaps");
  const frame = useText("settingsFrame");
  const swaps = useResource<OwnSwaps>(FIRST);
  const isMoving = swaps.data?.results.some(({ status }) => MOVING.has(status)) ?? false;
  // Polling reads the first page only, so it would remove the older rows.
  const isFirstPage = (swaps.data?.results.length ?? 0) <= PAGE;
  useReadAgain(swaps.poll, isMoving && isFirstPage ? POLL_MS : undefined);
  const more = useAction(async () => {
    const cursor = encodeURIComponent(swaps.data?.next ?? "");
    const answer = await readJson<OwnSwaps>(`${FIRST}&cursor=${cursor}`);
    if (answer.ok) {
      const page = answer.body;
      swaps.change(({ results }) => ({ results: [...results, ...page.results], next: page.next }));
    }
    return answer;
  });
  return (
    <SettingsPage title={text("yourSwaps")} intro={text("yourSwapsIntro")} actions={<ToSwap />}>
      <ReadState resource={swaps} label={frame("loading")}>
        {({ results, next }) =>
          results.length === 0 ? (
            <EmptyState title={text("noSwaps")}>{text("noSwapsDetail")}</EmptyState>
          ) : (
            <div className="flex flex-col gap-3">
              <ul className="flex flex-col gap-3">
                {results.map((swap) => (
                  <Card key={swap.id} swap={swap} sandboxUrl={sandboxUrl} />
                ))}
              </ul>
              {next === null ? null : (
                <Button
                  size="md"
                  className="w-fit"
                  aria-disabled={more.pending}
                  onClick={() => void more.run()}
                >
                  {text("showOlder")}
                </Button>
              )}
              <ActionFailure error={more.error} />
            </div>
          )
        }
      </ReadState>
    </SettingsPage>
  );
}

/** States that may still change. */
const MOVING: ReadonlySet<SwapState> = new Set([
  "submitted",
  "unknown",
  "confirmed",
  "settling",
  "refunding",
]);

export function ToSwap() {
  const text = useText("swaps");
  return (
    <Link href="/swap" className={buttonStyle({ tone: "primary", size: "md" })}>
      {text("toSwap")}
    </Link>
  );
}

const TONES: Partial<Record<SwapState, "good" | "warn" | "bad">> = {
  finalized: "good",
  unknown: "warn",
  refunding: "warn",
  refunded: "warn",
  failed: "bad",
  expired: "bad",
  dropped: "bad",
};

function Card({ swap, sandboxUrl }: { swap: OwnSwap; sandboxUrl: string | null }) {
  const text = useText("swaps");
  const routeText = useRouteText();
  const { figure } = useFormat();
  const { status, in: given, out, fee, fee_without_discount: gross, route, usd, error } = swap;
  const at = swap.block_time ?? swap.submitted_at;
  const hasLanded = status === "finalized" || (status === "confirmed" && swap.destination === null);
  const isDiscounted = gross !== fee.amount;
  return (
    <li data-swap={status} className="rounded-md border bg-surface p-4">
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        <span className="font-medium">
          <SwapPair
            given={<AssetAmount asset={given.asset}>{given.amount}</AssetAmount>}
            got={
              <span>
                {hasLanded ? null : `${text("least")} `}
                <AssetAmount asset={out.asset}>{out.amount}</AssetAmount>
              </span>
            }
          />
        </span>
        <Chip tone={TONES[status] ?? "neutral"} title={text(`status_${status}_help`)}>
          {text(`status_${status}`)}
        </Chip>
        {at === null ? null : (
          <span className="ms-auto text-xs text-ink-muted">
            <DateTime at={new Date(at).toISOString()} />
          </span>
        )}
      </p>
      {status === "finalized" ? null : (
        <p className="mt-1 text-xs text-ink-muted">{text(`status_${status}_help`)}</p>
      )}
      <dl className="mt-3 grid grid-cols-2 gap-3 text-sm sm:grid-cols-4">
        <Fact label={text("value")}>
          <bdi dir="ltr" translate="no">
            {usd === null ? "—" : `$${figure(usd, 2)}`}
          </bdi>
        </Fact>
        <Fact label={text("fee")}>
          <AssetAmount asset={fee.asset}>{fee.amount}</AssetAmount>
          {isDiscounted ? (
            <span className="block text-2xs text-ink-faint">
              {text("without")} <AssetAmount asset={fee.asset}>{gross}</AssetAmount>
            </span>
          ) : null}
        </Fact>
        <Fact label={text("route")}>
          <bdi dir="ltr" translate="no">
            {routeText(route, swap.simulated)}
          </bdi>
        </Fact>
        <Fact label={text("transaction")}>
          <TransactionLink
            terms={{ network: swap.network, sandbox_url: sandboxUrl }}
            signature={swap.signature}
          />
        </Fact>
        {swap.destination === null ? null : (
          <Crossing swap={swap} destination={swap.destination} sandboxUrl={sandboxUrl} />
        )}
      </dl>
      {error === null ? null : <Failure text={error} />}
    </li>
  );
}

/** The chain's error text. */
function Failure({ text }: { text: string }) {
  return (
    <p className="mt-2 font-mono text-2xs wrap-anywhere text-bad">
      <bdi dir="ltr" translate="no">
        {text}
      </bdi>
    </p>
  );
}

type CrossingProps = {
  swap: OwnSwap;
  destination: NonNullable<OwnSwap["destination"]>;
  sandboxUrl: string | null;
};

/** Where a swap to another network pays, and the transaction that ended it. */
function Crossing({ swap, destination, sandboxUrl }: CrossingProps) {
  const text = useText("swaps");
  const { refund, waits_for: waits, network, plan } = swap;
  const { signature } = destination;
  const plannedNetwork = plan?.destination?.network;
  return (
    <>
      <Fact label={text("arrivesOn")}>
        {plannedNetwork === undefined ? destination.network : text(`network_${plannedNetwork}`)}
      </Fact>
      <Fact label={text("arrivesFor")}>
        <bdi dir="ltr" translate="no" title={destination.address}>
          {shortAddress(destination.address)}
        </bdi>
      </Fact>
      {signature === null ? null : (
        <Fact label={text("payment")}>
          <TransactionLink
            terms={{ network: destination.network, sandbox_url: null }}
            signature={signature}
          />
        </Fact>
      )}
      {refund === null ? null : (
        <Fact label={text("refund")}>
          <TransactionLink terms={{ network, sandbox_url: sandboxUrl }} signature={refund} />
        </Fact>
      )}
      {waits === null ? null : (
        <p className="col-span-full text-xs text-warn">{text(`waits_${waits}`)}</p>
      )}
    </>
  );
}
