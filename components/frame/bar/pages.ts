/** The main pages, and the addresses below which each is the current one. */
export const PAGES = [
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
] as const;
