"use client";

import { useMemo } from "react";
import { useFormat, useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { INTL_LOCALE } from "#components/i18n/locales.ts";
import { Figure } from "#components/trading/tables/figures.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Loading } from "#components/ui/panel.tsx";
import { formatFixed } from "#lib/protocol/decimal.ts";
import { DAY_MS } from "#lib/protocol/durations.ts";
import { MONEY_DECIMALS } from "#lib/protocol/market/markets.ts";
import type { Portfolio } from "#lib/protocol/wire/portfolio.ts";
import { type PnlDay, pnlDays, pnlWeeks } from "./pnl-days.ts";
import { usePortfolio } from "./use-portfolio.ts";

/** What each of the last thirty days brought, as weeks of a month. */
export default function PnlCalendar() {
  const text = useText("portfolio");
  const { data } = usePortfolio("month");
  if (data?.period !== "month") return <Loading label={text("loading")} rows={5} />;
  return <PnlMonth portfolio={data} />;
}

export function PnlMonth({ portfolio }: { portfolio: Pick<Portfolio, "points" | "to"> }) {
  const text = useText("portfolio");
  const names = useDayNames();
  const weeks = useMemo(() => pnlWeeks(pnlDays(portfolio)), [portfolio]);
  return (
    <table className="w-full table-fixed border-separate border-spacing-0.5 text-center">
      <caption className="pb-1 text-start text-2xs text-ink-muted">{text("calendar")}</caption>
      <thead className="text-2xs text-ink-faint">
        <tr>
          {names.map(({ short, long }) => (
            <th key={long} scope="col" abbr={long} className="font-normal">
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, index) => (
          <tr key={week.find((day) => day)?.start ?? index}>
            {week.map((day, at) => (
              <td
                key={names[at]?.long}
                className={cn("h-9 rounded-sm p-0 leading-4", day && TONES[toneOf(day)])}
              >
                {day ? <Day day={day} /> : null}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const TONES = { up: "bg-up-soft", down: "bg-down-soft", none: "bg-raised" } as const;
const INKS = { up: "text-up", down: "text-down", none: "text-ink-faint" } as const;

function toneOf({ pnl }: PnlDay): keyof typeof TONES {
  return pnl === 0n ? "none" : pnl > 0n ? "up" : "down";
}

function Day({ day }: { day: PnlDay }) {
  const { date, signedMoney } = useFormat();
  const short = useShortAmount();
  const exact = `${signedMoney(day.pnl)} USDC`;
  // At noon the day is the same in nearly every zone.
  const name = date(day.start + DAY_MS / 2);
  return (
    <span className="block" title={`${name}: ${exact}`}>
      <span className="block text-2xs leading-4 text-ink-muted" aria-hidden>
        {new Date(day.start).getUTCDate()}
      </span>
      <span className="sr-only">{`${name}: ${exact}`}</span>
      <span aria-hidden className={cn("block text-2xs leading-4", INKS[toneOf(day)])}>
        <Figure>{day.pnl === 0n ? "·" : short(day.pnl)}</Figure>
      </span>
    </span>
  );
}

/** At most five characters and a sign: `+1.2K`, `-58`. */
function useShortAmount(): (scaled: bigint) => string {
  const locale = useLocale();
  return useMemo(() => {
    const format = new Intl.NumberFormat(INTL_LOCALE[locale], {
      notation: "compact",
      maximumSignificantDigits: 2,
      signDisplay: "always",
    });
    return (scaled) => format.format(formatFixed(scaled, MONEY_DECIMALS) as `${number}`);
  }, [locale]);
}

function useDayNames(): readonly { short: string; long: string }[] {
  const locale = useLocale();
  return useMemo(() => {
    const [short, long] = (["narrow", "long"] as const).map(
      (weekday) => new Intl.DateTimeFormat(INTL_LOCALE[locale], { weekday, timeZone: "UTC" }),
    );
    // The fifth of January 1970 was a Monday.
    return Array.from({ length: 7 }, (_, day) => {
      const time = (4 + day) * DAY_MS;
      return { short: short?.format(time) ?? "", long: long?.format(time) ?? "" };
    });
  }, [locale]);
}
