import type { Route } from "next";
import Link from "next/link";
import { buttonStyle } from "#components/ui/button.tsx";
import { BUY_PARAMETER, BUY_PATH } from "#lib/protocol/onramp.ts";

type BuyLinkProps = {
  /** In the page's language: `buy` of the texts of `chain`. */
  label: string;
  size?: "xs" | "sm";
  className?: string;
};

/** Opens the dialog that buys USDC with a card. A page shows it only where something can be bought, and needs no script for it. */
export function BuyLink({ label, size = "xs", className }: BuyLinkProps) {
  return (
    <Link
      href={`${BUY_PATH}?${BUY_PARAMETER}` as Route}
      className={buttonStyle({ size, className })}
      prefetch={false}
      scroll={false}
    >
      {label}
    </Link>
  );
}
