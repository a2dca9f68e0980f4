"use client";

import { useEffect, useRef, useState } from "react";
import { shownAverage } from "#components/i18n/average-price.ts";
import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { usePriceDecimals } from "#components/trading/account-reads/use-market-list.ts";
import { simulatedVenue } from "#components/trading/setup/setup-state.ts";
import { useShare } from "#components/trading/tables/figures.tsx";
import { Button } from "#components/ui/button.tsx";
import { Check } from "#components/ui/check.tsx";
import { copyPicture } from "#components/ui/copy-picture.ts";
import { useStore } from "#components/ui/use-store.ts";
import type { PositionRecord } from "#lib/protocol/wire/account.ts";
import { isLong } from "./position-orders.ts";
import { drawPosition, PICTURE, type SharedPosition } from "./share-picture.ts";
import { usePositionFigures } from "./use-position-figures.ts";

/** A picture of a position, which shows its return, and amounts only if the person wants that. */
export function ShareForm({ position }: { position: PositionRecord }) {
  const text = useText("account");
  const [withAmount, setWithAmount] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { dayAndTime } = useFormat();
  const shell = useText("shell");
  const isSimulated = useStore(simulatedVenue);
  const shown = useSharedPosition(position, withAmount);
  const drawn = JSON.stringify(shown);
  useEffect(() => {
    const now = dayAndTime(Date.now());
    const note = isSimulated ? `${now} · ${shell("simulated")}` : now;
    if (canvas.current) drawPosition(canvas.current, JSON.parse(drawn) as SharedPosition, note);
  }, [drawn, isSimulated, dayAndTime, shell]);
  const { market, side, large, small } = shown;
  return (
    <div className="flex flex-col gap-3">
      <canvas
        ref={canvas}
        {...PICTURE}
        aria-hidden
        className="aspect-[1200/630] w-full rounded border"
      />
      <p className="sr-only">{[market, side, large, small].join(" ")}</p>
      <Check label={text("shareAmount")} checked={withAmount} onChange={setWithAmount} />
      <Button
        tone="primary"
        size="md"
        onClick={() => canvas.current && void copyPicture(canvas.current, position.market)}
      >
        {text("shareCopy")}
      </Button>
    </div>
  );
}

function useSharedPosition(position: PositionRecord, withAmount: boolean): SharedPosition {
  const text = useText("account");
  const share = useShare();
  const { figure, grouped, signedMoney } = useFormat();
  const decimals = usePriceDecimals(position.market);
  const { mark, pnl, returnPpm = 0n, leverage } = usePositionFigures(position);
  const mode = position.isolated_wallet === undefined ? "" : ` ${text("isolated")}`;
  const times = leverage === undefined ? "" : `${mode} ${leverage}×`;
  const price = (of: string) => (decimals === undefined ? grouped(of) : figure(of, decimals));
  const { average_entry_price: entry } = position;
  const rise = share(returnPpm, 2);
  return {
    market: position.market,
    side: `${text(isLong(position) ? "long" : "short")}${times}`,
    isGain: pnl >= 0n,
    large: returnPpm > 0n ? `+${rise}` : rise,
    small: withAmount ? `${signedMoney(pnl)} USDC` : undefined,
    figures: [
      [
        text("entry"),
        decimals === undefined ? grouped(entry) : grouped(shownAverage(entry, decimals)),
      ],
      [text("markPrice"), price(mark)],
    ],
  };
}
