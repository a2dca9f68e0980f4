"use client";

import { type ReactNode, useState } from "react";
import { useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { INTL_LOCALE } from "#components/i18n/locales.ts";
import { CopyBox } from "#components/machines/parts/copy-box.tsx";
import { FIELD_BOX, Labelled } from "#components/machines/parts/labelled.tsx";
import { readAddress } from "#components/partner/earnings/shown-reads.ts";
import { useSnapshot } from "#components/partner/earnings/snapshot-context.ts";
import { useDateTimes } from "#components/partner/earnings/use-date-times.ts";
import { usePartnerView } from "#components/partner/earnings/use-partner-view.ts";
import { useSpanName } from "#components/partner/earnings/use-span-name.ts";
import { localDay, spanQuery } from "#components/partner/earnings/view.ts";
import { CsvLinks } from "#components/ui/csv-links.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { FileLink } from "./file-link.tsx";
import { monthSpan, monthsBetween, STATEMENT_FORMATS, statementPath, tablePaths } from "./paths.ts";

/** Number of months offered for statements; older ones are available by the page's range. */
const MONTHS = 24;

const VERIFY = "node verify-statement.mjs FILE";
const KEYS_PATH = "/api/public/partner/statement-keys";

/** Downloads of the page's data in its snapshot. Loaded on demand (`lazy`). */
export default function ExportDialog({ onClose }: { onClose: () => void }) {
  const text = useText("partnerRecords");
  const { second } = useDateTimes();
  const { at } = useSnapshot();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={text("export")}
      description={
        <>
          {text("exportText")}{" "}
          <span className="whitespace-nowrap">
            {text("snapshot", { time: second(at.as_of), seq: at.ledger_seq })}
          </span>
        </>
      }
      className="!w-[min(94vw,520px)]"
    >
      <div className="flex flex-col gap-5">
        <Tables />
        <Statement />
      </div>
    </Dialog>
  );
}

function Tables() {
  const text = useText("partnerRecords");
  const { view } = usePartnerView();
  const { at, tz } = useSnapshot();
  const span = useSpanName();
  const { granularity, ...paths } = tablePaths(view, { asOf: at.as_of, tz });
  const files = [
    [text("csvFees"), paths.fees],
    [text("csvPeriods", { granularity: text(`granularity_${granularity}`) }), paths.periods],
    [text("referrals"), paths.referrals],
    [text("csvLinks"), paths.links],
    [text("csvSettlements"), paths.settlements],
  ] as const;
  return (
    <section aria-labelledby="export-tables">
      <h3 id="export-tables" className="mb-1 text-xs font-semibold">
        {text("exportTables", { span: span.both })}
      </h3>
      <ul className="divide-y">
        {files.map(([name, path]) => (
          <li key={path} className="flex items-center justify-between gap-3 py-1.5">
            {name}
            <CsvLinks href={readAddress(path, at)} name={name} size="md" />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The option for the page's range, beside months such as `2026-01`. */
const SHOWN = "shown";

function Statement() {
  const text = useText("partnerRecords");
  const { view } = usePartnerView();
  const { at, tz, since } = useSnapshot();
  const months = monthsBetween(localDay(since, tz), localDay(at.as_of, tz), MONTHS);
  const [of, setOf] = useState(months[0] ?? SHOWN);
  const monthName = useMonthName();
  const locale = useLocale();
  const span = of === SHOWN ? spanQuery(view, { asOf: at.as_of, tz }) : monthSpan(of, tz);
  const shown = text("rangeShown", { range: useSpanName().range });
  const name = `${text("exportStatement")}, ${of === SHOWN ? shown : monthName(of)}`;
  return (
    <section aria-labelledby="export-statement" className="flex flex-col gap-2">
      <div>
        <h3 id="export-statement" className="text-xs font-semibold">
          {text("exportStatement")}
        </h3>
        <p className="text-ink-muted">{text("statementText")}</p>
      </div>
      <Labelled label={text("statementOf")}>
        {(ids) => (
          <select
            {...ids}
            className={FIELD_BOX}
            value={of}
            onChange={(event) => setOf(event.currentTarget.value)}
          >
            <option value={SHOWN}>{shown}</option>
            {months.map((month) => (
              <option key={month} value={month}>
                {monthName(month)}
              </option>
            ))}
          </select>
        )}
      </Labelled>
      <div className="flex flex-wrap gap-2">
        {STATEMENT_FORMATS.map((format) => (
          <FileLink
            key={format}
            name={name}
            path={statementPath(span, format, locale)}
            format={format === "pdf" ? text("pdf") : format.toUpperCase()}
          />
        ))}
      </div>
      <Check />
    </section>
  );
}

function Check(): ReactNode {
  const text = useText("partnerRecords");
  return (
    <div className="flex flex-col gap-1.5 text-xs text-ink-muted">
      <p>{text("verifyText")}</p>
      <a
        href="/verify-statement.mjs"
        download
        className="inline-flex w-fit items-center text-accent underline underline-offset-2 pointer-coarse:min-h-11"
      >
        {text("verifyProgram")}
      </a>
      <CopyBox label={VERIFY} value={`${VERIFY} --keys ${window.location.origin}${KEYS_PATH}`} />
    </div>
  );
}

/** `2026-01` as "January 2026". */
function useMonthName(): (month: string) => string {
  const format = new Intl.DateTimeFormat(INTL_LOCALE[useLocale()], {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  return (month) => format.format(Date.parse(`${month}-01`));
}
