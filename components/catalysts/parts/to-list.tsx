"use client";

import Link from "next/link";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { buttonStyle } from "#components/ui/button.tsx";

export function ToList() {
  const text = useText("catalysts");
  return (
    <Link href="/catalysts" className={buttonStyle({ className: "pointer-coarse:min-h-11" })}>
      {text("allCatalysts")}
    </Link>
  );
}
