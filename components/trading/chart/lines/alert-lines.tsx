"use client";

import { Bell, X } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useFormat, useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { removeAlert } from "#components/trading/alerts/alert-actions.ts";
import { AlertTexts } from "#components/trading/alerts/alert-texts.ts";
import type { PriceChart } from "#components/trading/chart/series/price-chart.ts";
import type { PriceAlert } from "#lib/protocol/wire/price-alerts.ts";
import { GAP, ROW } from "./line-rows.ts";

type AlertLinesProps = { chart: PriceChart; alerts: readonly PriceAlert[] };

/** Thin lines at the prices of alerts, each with a bell that shows what it waits for and deletes it. */
export default function AlertLines({ chart, alerts }: AlertLinesProps) {
  return (
    <AlertTexts>
      <Lines chart={chart} alerts={alerts} />
    </AlertTexts>
  );
}

function Lines({ chart, alerts }: AlertLinesProps) {
  const text = useText("priceAlerts");
  const list = useRef<HTMLUListElement>(null);
  const [opened, setOpened] = useState<string>();
  // Only styles are written: a paint stays free of layout.
  useLayoutEffect(() => {
    const place = () => {
      const { width, height, legendEnd } = chart.plot();
      const items = [...(list.current?.children ?? [])].filter((one) => one instanceof HTMLElement);
      const seen = items.flatMap((item) => {
        const y = chart.yOf(item.dataset["price"] ?? "");
        item.hidden = y === undefined || y < 0 || y > height;
        return item.hidden || y === undefined ? [] : [{ item, y }];
      });
      // Bells stay below the legend and clear of each other; their lines stay at the prices.
      let free = legendEnd + GAP;
      for (const { item, y } of seen.toSorted((a, b) => a.y - b.y)) {
        const top = Math.max(free, y - ROW / 2);
        free = top + ROW;
        item.style.transform = `translateY(${top.toString()}px)`;
        item.style.width = `${width.toString()}px`;
        item.style.setProperty("--line", `${(y - top).toString()}px`);
      }
    };
    place();
    return chart.onPaint(place);
  }, [chart, alerts]);
  return (
    <ul
      ref={list}
      aria-label={text("lines")}
      className="pointer-events-none absolute inset-0 z-[5] overflow-hidden"
    >
      {alerts.map((alert) => (
        <AlertLine
          key={alert.id}
          alert={alert}
          isOpen={opened === alert.id}
          onOpen={(isOpen) => setOpened(isOpen ? alert.id : undefined)}
        />
      ))}
    </ul>
  );
}

type AlertLineProps = { alert: PriceAlert; isOpen: boolean; onOpen: (isOpen: boolean) => void };

function AlertLine({ alert, isOpen, onOpen }: AlertLineProps) {
  const text = useText("priceAlerts");
  const locale = useLocale();
  const { grouped } = useFormat();
  const item = useRef<HTMLLIElement>(null);
  const price = grouped(alert.price);
  useEffect(() => {
    if (!isOpen) return;
    const onPress = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && item.current?.contains(target))) onOpen(false);
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape") onOpen(false);
    };
    const off = new AbortController();
    document.addEventListener("pointerdown", onPress, { capture: true, signal: off.signal });
    document.addEventListener("keydown", onKey, { signal: off.signal });
    return () => off.abort();
  }, [isOpen, onOpen]);
  return (
    <li
      ref={item}
      data-price={alert.price}
      data-alert-line={alert.id}
      className="absolute start-0 top-0 flex h-5 items-center"
    >
      <span
        aria-hidden
        className="absolute inset-x-0 top-(--line) border-t border-dotted border-warn opacity-60"
      />
      <span
        dir={locale === "ar" ? "rtl" : "ltr"}
        className="pointer-events-auto relative ms-2 flex h-5 items-center rounded-sm border border-line-strong bg-surface text-2xs whitespace-nowrap text-ink shadow-sm"
      >
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={text("line", { price })}
          title={text("line", { price })}
          className="relative flex h-full items-center px-1 text-warn hover:bg-hover pointer-coarse:after:absolute pointer-coarse:after:-inset-3"
          onClick={() => onOpen(!isOpen)}
        >
          <Bell size={11} aria-hidden />
        </button>
        {isOpen ? (
          <>
            <span className="max-w-48 truncate pe-1.5">
              <bdi className="font-medium tabular-nums">{price}</bdi>
              {alert.note === null ? null : (
                <bdi className="ms-1.5 text-ink-muted">{alert.note}</bdi>
              )}
            </span>
            <button
              type="button"
              aria-label={text("deleteOf", { market: alert.market, price })}
              title={text("delete")}
              className="relative flex h-full items-center border-s border-inherit px-1 hover:bg-hover pointer-coarse:after:absolute pointer-coarse:after:-inset-3"
              onClick={() => void removeAlert(alert, locale)}
            >
              <X size={11} aria-hidden />
            </button>
          </>
        ) : null}
      </span>
    </li>
  );
}
