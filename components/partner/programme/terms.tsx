"use client";

import type { ReactNode } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";

const BOX = "flex flex-col gap-2 rounded-md border bg-surface p-4 lg:p-6";

/** How long a followed link counts, in days. */
const LINK_DAYS = 90;

const PARTS = [
  ["attributionTitle", ["termLast", "termCode", "termLife", "termExisting"]],
  ["cookieTitle", ["termCookie"]],
  [
    "forbiddenTitle",
    ["forbidSelf", "forbidBrand", "forbidSpam", "forbidClaims", "forbidLook", "forbidLaw"],
  ],
  ["payTerms", ["termPay", "termTax", "termEnd"]],
] as const;

/** The terms of the programme: which link counts, cookies, what is forbidden, pay. It needs no session. */
export function Terms() {
  const text = useText("partnerTerms");
  return (
    <section aria-labelledby="partner-terms" className={BOX}>
      <h2 id="partner-terms" className="text-sm font-semibold">
        {text("termsTitle")}
      </h2>
      <p className="text-ink-muted">{text("termsIntro")}</p>
      <div className="grid gap-x-10 gap-y-4 pt-2 lg:grid-cols-2">
        {PARTS.map(([title, rules]) => (
          <div key={title} className="flex flex-col gap-1.5">
            <h3 className="text-sm font-semibold">{text(title)}</h3>
            <ul className="flex list-disc flex-col gap-1.5 ps-5 text-ink-muted">
              {rules.map((rule) => (
                <Rule key={rule}>{text(rule, { days: LINK_DAYS })}</Rule>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}

function Rule({ children }: { children: ReactNode }) {
  return <li>{children}</li>;
}
