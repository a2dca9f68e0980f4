"use client";

import { useQuery } from "@tanstack/react-query";
import { QRCodeSVG } from "qrcode.react";
import { readJson } from "#components/data/http.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { readFailure } from "#components/trading/account-reads/account-reads.ts";
import { CopyLine } from "#components/trading/transfers/core/transfer-parts.tsx";
import { Button } from "#components/ui/button.tsx";
import { Loading, Notice } from "#components/ui/panel.tsx";
import { parseDecimal } from "#lib/protocol/decimal.ts";
import { USDC_DECIMALS } from "#lib/protocol/solana.ts";
import type { VaultTerms } from "#lib/protocol/wire/chain.ts";
import type { DepositAddressState } from "#lib/protocol/wire/deposit-address.ts";
import { ClaimPayment } from "./claim-payment.tsx";
import { DepositAddress } from "./deposit-address.tsx";

const EVERY_MS = 2_000;

/** The account's own address, to which anybody pays without a memo, and what is on its way from there. */
export function OwnAddress({ terms, account }: { terms: VaultTerms; account: string }) {
  const text = useText("transfers");
  const { grouped } = useFormat();
  const read = useQuery({
    queryKey: ["deposit-address", account],
    refetchInterval: EVERY_MS,
    queryFn: async ({ signal }) => {
      const answer = await readJson<DepositAddressState>("/api/chain/deposit-address", signal);
      if (!answer.ok) throw readFailure(answer);
      return answer.body;
    },
  });
  const state = read.data;
  const amounts = state && { minimum: grouped(state.minimum), fee: grouped(state.fee) };
  return (
    <div className="flex flex-col gap-3">
      {state === undefined || amounts === undefined ? (
        <Unread isFailed={read.isError} tryAgain={() => void read.refetch()} />
      ) : (
        <>
          <OnItsWay state={state} />
          <QrCode address={state.address} />
          <CopyLine label={text("ownAddress")} value={state.address}>
            {text("ownHelp")}
          </CopyLine>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
            <dt className="text-ink-muted">{text("ownNetwork")}</dt>
            <dd>
              <bdi>Solana</bdi>
            </dd>
            <dt className="text-ink-muted">{text("ownToken")}</dt>
            <dd>
              <bdi>USDC</bdi>
            </dd>
          </dl>
          <p className="text-xs text-warn">{text("ownWarning")}</p>
          <p className="text-2xs text-ink-muted">{text("ownTerms", amounts)}</p>
        </>
      )}
      <details className="text-xs text-ink-muted">
        <summary className="cursor-pointer pointer-coarse:min-h-11">{text("withMemo")}</summary>
        <div className="mt-2">
          <DepositAddress terms={terms} account={account} />
        </div>
      </details>
      <details className="text-xs text-ink-muted">
        <summary className="cursor-pointer pointer-coarse:min-h-11">{text("withoutMemo")}</summary>
        <div className="mt-2">
          <ClaimPayment account={account} />
        </div>
      </details>
    </div>
  );
}

/** While the address is not there, the way with a memo below it is. */
function Unread({ isFailed, tryAgain }: { isFailed: boolean; tryAgain: () => void }) {
  const text = useText("transfers");
  if (!isFailed) return <Loading label={text("loading")} />;
  return (
    <div role="alert">
      <Notice title={text("ownUnread")}>
        <Button size="xs" onClick={tryAgain}>
          {text("tryAgain")}
        </Button>
      </Notice>
    </div>
  );
}

/** The plain address: exchanges read no payment requests. */
function QrCode({ address }: { address: string }) {
  const text = useText("transfers");
  return (
    <div className="mx-auto w-fit rounded-md border bg-white p-1">
      <QRCodeSVG
        value={address}
        size={168}
        level="M"
        marginSize={4}
        bgColor="#ffffff"
        fgColor="#000000"
        title={text("ownQr")}
      />
    </div>
  );
}

function OnItsWay({ state }: { state: DepositAddressState }) {
  const text = useText("transfers");
  const { grouped } = useFormat();
  const { minimum, arriving, waiting, moves } = state;
  const rows = [
    ...(isSome(arriving) ? [{ key: "arriving", amount: arriving, says: text("arriving") }] : []),
    ...(isSome(waiting) ? [{ key: "waiting", amount: waiting, says: sentenceOf(waiting) }] : []),
    ...moves.map(({ signature, amount, state: step }) => ({
      key: signature,
      amount,
      says: text(`move_${step}`),
    })),
  ];
  function sentenceOf(amount: string) {
    return unitsOf(amount) < unitsOf(minimum)
      ? text("belowMinimum", { minimum: grouped(minimum) })
      : text("moving");
  }
  return (
    <ul aria-live="polite" aria-label={text("onItsWay")} className="flex flex-col gap-1 text-xs">
      {rows.map(({ key, amount, says }) => (
        <li key={key} className="rounded border bg-raised px-2.5 py-1.5">
          <bdi className="font-medium">{text("usdc", { amount: grouped(amount) })}</bdi>{" "}
          <span className="text-ink-muted">{says}</span>
        </li>
      ))}
    </ul>
  );
}

function unitsOf(amount: string): bigint {
  return parseDecimal(amount, USDC_DECIMALS) ?? 0n;
}

function isSome(amount: string): boolean {
  return unitsOf(amount) > 0n;
}
