"use client";

import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { usePayoutTerms } from "#components/partner/payouts/use-payout-terms.ts";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { DISCOUNT_PERCENT, FEE_DECIMALS, LEVELS } from "#lib/protocol/partner/partner-levels.ts";
import type { PayoutTerms } from "#lib/protocol/wire/partner.ts";
import { OFFER } from "./offer.ts";

const BOX = "flex flex-col gap-2 rounded-md border bg-surface p-4 lg:p-6";
const RULES = [
  "ruleProducts",
  "ruleRate",
  "ruleExact",
  "rulePaid",
  "ruleSelf",
  "ruleReview",
] as const;

/** What the programme pays, how its levels work, and when it pays. It needs no session. */
export function Programme({ payouts }: { payouts: PayoutTerms }) {
  const text = useText("partnerLink");
  const { when, least } = usePayoutTerms(payouts);
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Levels />
      <section aria-labelledby="partner-steps" className={BOX}>
        <h2 id="partner-steps" className="text-sm font-semibold">
          {text("stepsTitle")}
        </h2>
        <ol className="flex list-decimal flex-col gap-2 ps-5 text-ink-muted">
          <li>{text("stepShare")}</li>
          <li>{text("stepSignUp", { discount: DISCOUNT_PERCENT })}</li>
          <li>{text("stepEarn")}</li>
        </ol>
        <h3 className="pt-2 text-sm font-semibold">{text("payTitle")}</h3>
        <p className="text-ink-muted">
          {when} {least}
        </p>
      </section>
      <section aria-labelledby="partner-rules" className={`${BOX} lg:col-span-2`}>
        <h2 id="partner-rules" className="text-sm font-semibold">
          {text("rulesTitle")}
        </h2>
        <ul className="grid list-disc gap-x-10 gap-y-2 ps-5 text-ink-muted lg:grid-cols-2">
          {RULES.map((rule) => (
            <li key={rule}>{text(rule)}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}

/** What the programme offers, in a sentence. */
export function useOffer(): string {
  const text = useText("partnerLink");
  return text("joinIntro", OFFER);
}

/** A fee for the example of each level, in 1e-9 USD. */
const EXAMPLE = 100n * 10n ** BigInt(FEE_DECIMALS);

function Levels() {
  const text = useText("partnerLink");
  const partner = useText("partner");
  const { grouped, figure } = useFormat();
  const amount = (units: bigint) => formatDecimal(units, FEE_DECIMALS);
  const columns = ["level", "levelFrom", "levelShare", "levelExample"] as const;
  return (
    <section aria-labelledby="partner-levels" className={BOX}>
      <h2 id="partner-levels" className="text-sm font-semibold">
        {text("levelsTitle")}
      </h2>
      <p className="text-ink-muted">{text("levelsText")}</p>
      <table aria-labelledby="partner-levels" className="w-full">
        <thead>
          <tr className="text-2xs text-ink-muted">
            {columns.map((name) => (
              <th
                key={name}
                scope="col"
                className="py-1.5 ps-3 text-end font-normal first:ps-0 first:text-start"
              >
                {text(name, { fee: figure(amount(EXAMPLE), 0) })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {LEVELS.map(({ level, threshold, percent }) => (
            <tr key={level} className="border-t">
              <th scope="row" className="py-1.5 text-start font-medium">
                {level}
              </th>
              <td className="py-1.5 ps-3 text-end">
                {text("fromAmount", { amount: grouped(amount(threshold)) })}
              </td>
              <td className="py-1.5 ps-3 text-end font-semibold">
                {partner("percent", { percent: Number(percent) })}
              </td>
              <td className="py-1.5 ps-3 text-end">
                {partner("amount", {
                  amount: figure(amount((EXAMPLE * percent) / 100n), 2),
                  currency: "USD",
                })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
