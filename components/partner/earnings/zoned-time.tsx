"use client";

import { useDateTimes } from "./use-date-times.ts";

type ZonedTimeProps = {
  at: string;
  /** To the second, for rows of the ledger. */
  exact?: boolean;
};

/** An instant in the page's time zone, which it names; the exact one in UTC is its title. */
export function ZonedTime({ at, exact = false }: ZonedTimeProps) {
  const { minute, second } = useDateTimes();
  return (
    <time dateTime={at} title={at} className={exact ? "whitespace-nowrap" : undefined}>
      {exact ? second(at) : minute(at)}
    </time>
  );
}
