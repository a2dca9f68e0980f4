/** What the venue knows of funding and open interest by the hour, for their indicators. */
import { readJson } from "#components/data/http.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import type { FundingHours, InterestHours } from "#lib/protocol/wire/market.ts";
import type { Known } from "./flows.ts";

/** The hour under way is known as of now, and each other one at its end. `undefined` when it could not be read. */
export async function readHistory(
  history: "funding" | "interest",
  market: string,
  now: () => number,
): Promise<Known | undefined> {
  const query = new URLSearchParams({ market }).toString();
  const hours = await (history === "funding" ? readFunding(query) : readInterest(query));
  const read = now();
  return hours?.map(({ start, value }) => ({ at: Math.min(start + HOUR_MS, read), value }));
}

type Hour = { start: number; value: number };

async function readFunding(query: string): Promise<Hour[] | undefined> {
  const answer = await readJson<FundingHours>(`/api/perps-dex/funding?${query}`);
  if (!answer.ok) return undefined;
  return answer.body.results.map(({ start, rate }) => ({ start, value: Number(rate) }));
}

async function readInterest(query: string): Promise<Hour[] | undefined> {
  const answer = await readJson<InterestHours>(`/api/perps-dex/open-interest?${query}`);
  if (!answer.ok) return undefined;
  return answer.body.results.map(({ start, open_interest: interest }) => ({
    start,
    value: Number(interest),
  }));
}
