"use client";

import { useFormat, useText } from "#components/i18n/i18n-provider.tsx";
import { formatDecimal } from "#lib/protocol/decimal.ts";
import { DISCOUNT_PERCENT, FEE_DECIMALS, LEVELS } from "#lib/protocol/partner-levels.ts";
import { JoinForm } from "./join-form.tsx";

const RULES = ["ruleProducts", "ruleRate", "ruleExact", "rulePaid", "ruleSelf"] as const;

/** What the programme is, and the one step into it. */
export function JoinPartner({ onJoined }: { onJoined: () => void }) {
  const text = useText("partnerLink");
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <section
        aria-labelledby="partner-join"
        className="flex flex-col gap-4 rounded-md border bg-surface p-4 lg:p-6"
      >
        <div className="flex flex-col gap-1">
          <h2 id="partner-join" className="text-lg font-semibold">
            {text("joinTitle")}
          </h2>
          <p className="max-w-2xl text-ink-muted">
            {text("joinIntro", {
              discount: DISCOUNT_PERCENT,
              least: Number(LEVELS[0].percent),
              most: Number(LEVELS.at(-1)?.percent),
            })}
          </p>
        </div>
        <JoinForm onJoined={onJoined} />
      </section>
      <Levels />
      <section
        aria-labelledby="partner-rules"
        className="flex flex-col gap-2 rounded-md border bg-surface p-4 lg:col-span-2 lg:p-6"
      >
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

function Levels() {
  const text = useText("partnerLink");
  const { grouped } = useFormat();
  return (
    <section
      aria-labelledby="partner-levels"
      className="flex flex-col gap-2 rounded-md border bg-surface p-4 lg:p-6"
    >
      <h2 id="partner-levels" className="text-sm font-semibold">
        {text("levelsTitle")}
      </h2>
      <p className="text-ink-muted">{text("levelsText")}</p>
      <table aria-labelledby="partner-levels" className="w-full">
        <thead>
          <tr className="text-2xs text-ink-muted">
            <th scope="col" className="py-1.5 pe-3 text-start font-normal">
              {text("level")}
            </th>
            <th scope="col" className="py-1.5 pe-3 text-end font-normal">
              {text("levelFrom")}
            </th>
            <th scope="col" className="py-1.5 text-end font-normal">
              {text("levelShare")}
            </th>
          </tr>
        </thead>
        <tbody>
          {LEVELS.map(({ level, threshold, percent }) => (
            <tr key={level} className="border-t">
              <th scope="row" className="py-1.5 pe-3 text-start font-medium">
                {level}
              </th>
              <td className="py-1.5 pe-3 text-end">
                {text("fromAmount", { amount: grouped(formatDecimal(threshold, FEE_DECIMALS)) })}
              </td>
              <td className="py-1.5 text-end font-semibold">
                <bdi dir="ltr">{`${percent}\u00a0%`}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
