"use client";

import type { VariantProps } from "class-variance-authority";
import { Download } from "lucide-react";
import { useLocale, useText } from "#components/i18n/i18n-provider.tsx";
import { buttonStyle } from "./button.tsx";
import { cn } from "./class-names.ts";

type CsvLinksProps = {
  /** Of the exact file, with its query. */
  href: string;
  /** What the file has, where several are offered beside one another. */
  name?: string;
  size: NonNullable<VariantProps<typeof buttonStyle>["size"]>;
  className?: string;
};

/**
 * A table as a file: exact, and as spreadsheets of the page's language open it. Links, so that the browser itself saves
 * the file and reports a broken download.
 */
export function CsvLinks({ href, name, size, className }: CsvLinksProps) {
  const text = useText("ui");
  const locale = useLocale();
  const of = (format: string) =>
    name === undefined ? undefined : text("downloadOf", { name, format });
  return (
    <span className={cn("inline-flex", className)}>
      <a
        href={href}
        download
        title={text("csvHelp")}
        aria-label={of("CSV")}
        className={cn(buttonStyle({ size }), "rounded-e-none pointer-coarse:min-w-11")}
      >
        <Download size={13} aria-hidden />
        {name === undefined ? text("exportCsv") : "CSV"}
      </a>
      <a
        href={`${href}&spreadsheet=${locale}`}
        download
        title={text("spreadsheetHelp")}
        aria-label={of(text("spreadsheet"))}
        className={cn(buttonStyle({ size }), "-ms-px rounded-s-none pointer-coarse:min-w-11")}
      >
        {text("spreadsheet")}
      </a>
    </span>
  );
}
