"use client";

import { Download } from "lucide-react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { readAddress } from "#components/partner/earnings/shown-reads.ts";
import { useSnapshot } from "#components/partner/earnings/snapshot-context.ts";
import { buttonStyle } from "#components/ui/button.tsx";

type FileProps = {
  /** What the file contains. */
  name: string;
  path: string;
  format: string;
};

/** A download link in the page's snapshot. */
export function FileLink({ name, path, format }: FileProps) {
  const text = useText("partnerRecords");
  const { at } = useSnapshot();
  return (
    <a
      href={readAddress(path, at)}
      download
      aria-label={text("downloadOf", { name, format })}
      className={buttonStyle({ size: "md", className: "pointer-coarse:min-w-11" })}
    >
      <Download size={14} aria-hidden /> {format}
    </a>
  );
}
