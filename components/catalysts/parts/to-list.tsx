"use client";

import Link from "next/link";
import { useCatalystText } from "#components/catalysts/texts.tsx";
import { buttonStyle } from "#components/ui/button.tsx";

export function ToList() {
  const text = useCatalystText();
  return (
    <Link href="/catalysts" className={buttonStyle({ className: "pointer-coarse:min-h-11" })}>
      {text("allCatalysts")}
    </Link>
  );
}
