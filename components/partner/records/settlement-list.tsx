"use client";

import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Money } from "#components/partner/earnings/money.tsx";
import { ZonedTime } from "#components/partner/earnings/zoned-time.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Fact } from "#components/ui/fact.tsx";
import { useNarrow } from "#components/ui/use-narrow.ts";
import type { SettlementState } from "#lib/protocol/partner/enumerations.ts";
import type { Settlement } from "#lib/protocol/wire/partner.ts";
import { FailureReason } from "./failure-reason.tsx";
import { Short, Simulated } from "./parts.tsx";

type SettlementListProps = {
  settlements: readonly Settlement[];
  /** The first page shows the column names. */
  isFirst: boolean;
};

/** A page of settlements: a table, or cards on narrow screens. */
export function SettlementList(props: SettlementListProps) {
  return useNarrow() ? <Cards {...props} /> : <Table {...props} />;
}

const COLUMNS = [
  ["amount", "w-[17%] pe-3 text-end"],
  ["status", "w-[25%] px-3 text-start"],
  ["createdAt", "w-[16%] pe-3 text-start"],
  ["periodEnd", "w-[16%] pe-3 text-start"],
  ["recipient", "w-[13%] pe-3 text-start"],
  ["transaction", "w-[13%] text-start"],
] as const;

function Table({ settlements, isFirst }: SettlementListProps) {
  const text = useText("partnerRecords");
  return (
    <table aria-label={text("settlements")} className="w-full table-fixed text-xs">
      <thead className={isFirst ? "" : "sr-only"}>
        <tr className="text-2xs text-ink-muted">
          {COLUMNS.map(([name, style]) => (
            <th key={name} scope="col" className={`border-b py-1.5 font-normal ${style}`}>
              {text(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {settlements.map((settlement) => (
          <Row key={settlement.id} settlement={settlement} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ settlement }: { settlement: Settlement }) {
  const { id, amount, created_at: created, period_end: end } = settlement;
  return (
    <tr data-settlement={id} className="border-b align-top last:border-b-0">
      <th scope="row" className="py-2 pe-3 text-end font-semibold">
        <Money value={amount} figure={`settlement.${id}.amount`} currency="USDC" />
      </th>
      <td className="px-3 py-2">
        <Status settlement={settlement} />
      </td>
      <td className="py-2 pe-3 text-ink-muted">
        <ZonedTime at={created} />
      </td>
      <td className="py-2 pe-3 text-ink-muted">
        <ZonedTime at={end} />
      </td>
      <td className="py-2 pe-3">
        <Recipient settlement={settlement} />
      </td>
      <td className="py-2">
        <Transaction settlement={settlement} />
      </td>
    </tr>
  );
}

function Cards({ settlements }: SettlementListProps) {
  const text = useText("partnerRecords");
  return (
    <ul aria-label={text("settlements")} className="divide-y">
      {settlements.map((settlement) => {
        const { id, amount, created_at: created, period_end: end } = settlement;
        return (
          <li key={id} data-settlement={id} className="flex flex-col gap-1.5 py-2.5 text-xs">
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="text-sm font-semibold">
                <Money value={amount} figure={`settlement.${id}.amount`} currency="USDC" />
              </span>
              <span className="text-ink-muted">
                <ZonedTime at={created} />
              </span>
            </div>
            <Status settlement={settlement} />
            <details>
              <summary className="w-fit cursor-pointer rounded text-accent pointer-coarse:min-h-11 pointer-coarse:content-center">
                {text("details")}
              </summary>
              <dl className="grid grid-cols-2 gap-x-4 gap-y-2 pt-1">
                <Fact label={text("periodEnd")}>
                  <ZonedTime at={end} />
                </Fact>
                <Fact label={text("recipient")}>
                  <Recipient settlement={settlement} />
                </Fact>
                <Fact label={text("transaction")} className="col-span-2">
                  <Transaction settlement={settlement} />
                </Fact>
              </dl>
            </details>
          </li>
        );
      })}
    </ul>
  );
}

const TONES = {
  created: "neutral",
  submitted: "accent",
  confirmed: "good",
  failed: "bad",
} as const satisfies Record<SettlementState, string>;

/** The state, and for one that is not paid the reason. */
function Status({ settlement: { state, failure, simulated } }: { settlement: Settlement }) {
  const text = useText("partnerRecords");
  return (
    <span className="flex flex-col items-start gap-1">
      <span className="flex flex-wrap gap-1.5">
        <Chip tone={TONES[state]}>{text(`state_${state}`)}</Chip>
        {simulated ? <Simulated /> : null}
      </span>
      {state === "created" || state === "submitted" ? (
        <span className="text-2xs text-ink-muted">{text(`stateText_${state}`)}</span>
      ) : null}
      {failure === null ? null : (
        <span className="break-words text-warn">
          <FailureReason failure={failure} />
        </span>
      )}
    </span>
  );
}

function Recipient({ settlement: { recipient, network } }: { settlement: Settlement }) {
  const text = useText("partnerRecords");
  return (
    <>
      <Copied value={recipient} what={text("copyRecipient")} />
      <bdi className="block text-2xs text-ink-muted">{text("onNetwork", { network })}</bdi>
    </>
  );
}

function Transaction({ settlement }: { settlement: Settlement }): ReactNode {
  const text = useText("partnerRecords");
  const { signature, slot, explorer_url: explorer } = settlement;
  if (signature === null) return <span className="text-ink-muted">{text("noTransaction")}</span>;
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      <Copied value={signature} what={text("transaction")} />
      {explorer === null ? null : (
        <a
          href={explorer}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-1 text-accent underline underline-offset-2 pointer-coarse:min-h-11"
        >
          {text("explorer")}
          <ExternalLink size={12} aria-hidden className="rtl:-scale-x-100" />
        </a>
      )}
      {slot === null ? null : (
        <span className="text-xs text-ink-muted">{text("slot", { slot })}</span>
      )}
    </span>
  );
}

function Copied({ value, what }: { value: string; what: string }) {
  return (
    // Compensates for the height of the touch target.
    <span className="flex items-center gap-1 font-mono pointer-coarse:-my-2.5">
      <Short value={value} />
      <CopyButton value={value} what={what} />
    </span>
  );
}
