/**
 * The main pages, and the addresses below which each is the current one. Every page loads this list with the top bar, so it has nothing else:
 * pages.ts beside it has the rest.
 */
import type { PagePath } from "./pages.ts";

export const MAIN_PAGES = [
  { name: "trade", href: "/", below: /^\/trade(?:\/|$)/ },
  { name: "swap", href: "/swap", below: /^\/(?:swap|account\/(?:swaps|points))(?:\/|$)/ },
  { name: "catalysts", href: "/catalysts", below: /^\/catalysts(?:\/|$)/ },
  { name: "signals", href: "/signals", below: /^\/signals(?:\/|$)/ },
  { name: "calendar", href: "/calendar", below: /^\/calendar(?:\/|$)/ },
  {
    name: "portfolio",
    href: "/account",
    below: /^\/account(?!\/(?:keys|swaps|points))(?:\/|$)/,
  },
  { name: "partner", href: "/partner", below: /^\/partner(?:\/|$)/ },
  { name: "developers", href: "/developers", below: /^\/(?:developers|docs)(?:\/|$)/ },
] as const satisfies readonly { name: string; href: PagePath; below: RegExp }[];
