"use client";

import { useText } from "#components/i18n/i18n-provider.tsx";
import { useAmount } from "#components/partner/earnings/money.tsx";
import type { PartnerNotice } from "#lib/protocol/partner-reads.ts";
import { FailureReason } from "./failure-reason.tsx";
import { useMoment } from "./parts.tsx";

/** A notice in words. What its kind does not have reads as a dash. */
export function NoticeText({ notice: { kind, data } }: { notice: PartnerNotice }) {
  const text = useText("partnerRecords");
  const amount = useAmount();
  const moment = useMoment();
  const said = (name: string) => String(data[name] ?? "—");
  const [from, to, share] = [said("from"), said("to"), said("share_percent")];
  switch (kind) {
    case "level_up":
      return <p className="font-medium">{text("notice_level_up", { to, share })}</p>;
    case "level_down":
      return <p className="font-medium">{text("notice_level_down", { from, to, share })}</p>;
    case "level_falls_72h":
    case "level_falls_24h":
      return (
        <>
          <p className="font-medium">
            {text(`notice_${kind}`, { from, to, at: moment(said("at")) })}
          </p>
          <p>{text("notice_hold", { amount: amount(said("to_hold"), "USD"), level: from })}</p>
        </>
      );
    case "settlement_paid":
      return (
        <p className="font-medium">
          {text("notice_settlement_paid", { amount: amount(said("amount"), "USDC") })}
        </p>
      );
    case "settlement_failed":
      return (
        <>
          <p className="font-medium">
            {text("notice_settlement_failed", { amount: amount(said("amount"), "USDC") })}
          </p>
          {typeof data.failure === "string" ? (
            <p className="break-words text-ink-muted">
              <FailureReason failure={data.failure} />
            </p>
          ) : null}
        </>
      );
  }
}
