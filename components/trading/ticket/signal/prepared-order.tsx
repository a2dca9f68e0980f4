"use client";

import { X } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type Failure, readJson } from "#components/data/http.ts";
import { useRepeatedRead } from "#components/data/use-repeated-read.ts";
import { useFormat, useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { useMarket } from "#components/trading/live/market-stream.tsx";
import { useTicket } from "#components/trading/ticket/ticket-context.tsx";
import { Button } from "#components/ui/button.tsx";
import { isolated } from "#components/ui/isolated-text.ts";
import type { Signal } from "#lib/protocol/wire/signals.ts";
import { draftOf, obstacleTo } from "./prepared-draft.ts";
import { PreparedTexts } from "./prepared-texts.ts";

/** Fills the ticket from the signal that the address names, once, and says so. It sends nothing. */
export default function PreparedOrder({ id }: { id: string }) {
  return (
    <PreparedTexts>
      <Prepared key={id} id={id} />
    </PreparedTexts>
  );
}

function Prepared({ id }: { id: string }) {
  const url = `/api/public/signals/${encodeURIComponent(id)}`;
  const read = useRepeatedRead(url, (signal) => readJson<Signal>(url, signal), undefined);
  const [isClosed, setIsClosed] = useState(false);
  const { data, failure } = read;
  if (isClosed || (data === undefined && failure === undefined)) return null;
  return (
    <Notice id={id} isKnown={data !== undefined} onClose={() => setIsClosed(true)}>
      {data === undefined ? <NotRead failure={failure} /> : <Filled signal={data} />}
    </Notice>
  );
}

type NoticeProps = { id: string; isKnown: boolean; onClose: () => void; children: ReactNode };

function Notice({ id, isKnown, onClose, children }: NoticeProps) {
  const text = useText("preparedOrder");
  return (
    <section
      aria-label={text("title")}
      data-prepared={id}
      className="flex flex-col gap-1 border-b bg-accent-soft px-3 py-2 text-2xs"
    >
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-xs font-semibold">{text("title")}</h2>
        <Button
          tone="quiet"
          size="icon"
          aria-label={text("close")}
          onClick={onClose}
          className="-me-2 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        >
          <X size={14} aria-hidden />
        </Button>
      </div>
      <output className="flex flex-col gap-1">{children}</output>
      {isKnown ? (
        <Link
          href={`/signals/${id}`}
          className="w-fit text-accent underline-offset-2 hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
        >
          {text("toSignal")}
        </Link>
      ) : null}
    </section>
  );
}

const UNKNOWN = new Set(["SIGNAL_NOT_FOUND", "MALFORMED_PATH"]);

function NotRead({ failure }: { failure: Failure | undefined }) {
  const text = useText("preparedOrder");
  return <p>{text(UNKNOWN.has(failure?.code ?? "") ? "unknown" : "failed")}</p>;
}

function Filled({ signal }: { signal: Signal }) {
  const text = useText("preparedOrder");
  const { symbol } = useMarket();
  const { grouped, ratio } = useFormat();
  const obstacle = obstacleTo(signal, symbol);
  useFill(signal, obstacle === undefined);
  if (obstacle !== undefined) return <p>{text(obstacle, { market: isolated(signal.market) })}</p>;
  const price = (value: string) => isolated(grouped(value));
  return (
    <>
      <p>
        {text("levels", {
          direction: text(signal.direction),
          entry: price(signal.entry),
          stop: price(signal.invalidation),
          target: price(signal.target),
        })}{" "}
        {text("conviction", { share: ratio(signal.conviction.toFixed(4), 0) })}
      </p>
      <p>{text("filled")}</p>
    </>
  );
}

/** Once: what the owner changes afterwards stays. */
function useFill(signal: Signal, isFilling: boolean): void {
  const locale = useLocale();
  const { change, focus } = useTicket();
  const isFilled = useRef(false);
  const [first] = useState(signal);
  useEffect(() => {
    // Another language would fill it again.
    if (!isFilling || isFilled.current) return;
    isFilled.current = true;
    change(draftOf(first, locale));
    focus("size");
  }, [first, isFilling, locale, change, focus]);
}
