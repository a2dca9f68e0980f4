/**
 * Isolated positions, computed by hand. SOL: mark 100, initial margin 10 %, maintenance 5 %, taker 0.045 %, maker 0.015 %,
 * liquidation fee 1 %. ann has 1,000 and chose isolated 10×. Where a case begins with `long`, she then bought 10 at 100: 100 of
 * margin and 0.45 of fee left her balance.
 */
import { expect, test } from "vitest";
import { TestEngine } from "./engine.testing.ts";
import { changeMargin, choose, marginView } from "./isolated.testing.ts";

type Steps = (venue: TestEngine) => void;

const long: Steps = (venue) => {
  venue.sell("bob", "10", "100");
  venue.buy("ann", "10", "100");
};

/** ann sells into bob's bid at the mark. */
const sellAt =
  (price: string, size: string): Steps =>
  (venue) => {
    venue.mark(price);
    venue.buy("bob", size, price);
    venue.sell("ann", size, price);
  };

const fund: Steps = (venue) => venue.deposit("insurance", "1000");

/** Name; steps; balance, free, wallet, position, liquidation price. */
const CASES: [string, Steps[], [string, string, string, string, string | null]][] = [
  // 100 + 10 × (p - 100) = 0.5 × p at 94.7368…
  [
    "a long takes 10 % of its worth and the fee",
    [long],
    ["899.55", "899.55", "100", "10", "94.737"],
  ],
  // 200 + 10 × (p - 100) = 0.5 × p at 84.2105…
  [
    "with a leverage of 5 it takes 20 %",
    [(venue) => choose(venue, 5), long],
    ["799.55", "799.55", "200", "10", "84.211"],
  ],
  // 100 + 10 × (100 - p) = 0.5 × p at 104.7619…
  [
    "a short takes the same",
    [
      (venue) => {
        venue.buy("bob", "10", "100");
        venue.sell("ann", "10", "100");
      },
    ],
    ["899.55", "899.55", "100", "-10", "104.761"],
  ],
  // 100 of margin, 10 lost at once, 1,010 × 0.045 %.
  [
    "bought above the mark, it takes what is lost already as well",
    [
      (venue) => {
        venue.sell("bob", "10", "101");
        venue.buy("ann", "10", "101");
      },
    ],
    ["889.5455", "889.5455", "110", "10", "94.737"],
  ],
  // Worth 110, keeps 50: 60 / 9.5 below the mark.
  [
    "bought below the mark, it takes the margin at the mark",
    [
      (venue) => {
        venue.sell("bob", "10", "99");
        venue.buy("ann", "10", "99");
      },
    ],
    ["899.5545", "899.5545", "100", "10", "93.685"],
  ],
  // 10 more at 105: 105 and 0.4725. Worth 205 + 50, keeps 105: 150 / 19 below 105.
  [
    "what is added takes its own margin at the mark",
    [
      long,
      (venue) => {
        venue.mark("105");
        venue.sell("bob", "10", "105");
        venue.buy("ann", "10", "105");
      },
    ],
    ["794.0775", "794.0775", "205", "20", "97.106"],
  ],
  // 40 of the wallet, 40 of profit, 0.198 of fee; 87 / 5.7 below 110 is the price before.
  [
    "a part that is closed at a profit returns its part of the wallet and the profit",
    [long, sellAt("110", "4")],
    ["979.352", "979.352", "60", "6", "94.737"],
  ],
  // 40 of the wallet less 12 of loss and 0.1746 of fee.
  [
    "a part that is closed at a loss returns less",
    [long, sellAt("97", "4")],
    ["927.3754", "927.3754", "60", "6", "94.737"],
  ],
  // 100 of wallet, 100 of profit, 0.495 of fee.
  [
    "all that is left returns when it is closed",
    [long, sellAt("110", "10")],
    ["1099.055", "1099.055", "0", "0", null],
  ],
  // Fee 0.675: a third of it for the 5 that open. 899.55 + 99.55 - 50.225.
  [
    "a reversal closes one wallet and opens another",
    [long, sellAt("100", "15")],
    ["948.875", "948.875", "50", "-5", "104.761"],
  ],
  // 899.55 + (100 - 40 - 0.432) - (48 + 0.216); 24 / 5.25 above 96.
  [
    "a reversal at a loss returns what the loss has left",
    [long, sellAt("96", "15")],
    ["910.902", "910.902", "48", "-5", "100.571"],
  ],
  // 10 × 100 × (10 % + 0.045 %) is reserved.
  [
    "an order that opens reserves its margin in the balance until it fills",
    [(venue) => venue.buy("ann", "10", "95")],
    ["1000", "899.55", "0", "0", null],
  ],
  [
    "an order that closes reserves nothing",
    [long, (venue) => venue.sell("ann", "10", "120")],
    ["899.55", "899.55", "100", "10", "94.737"],
  ],
  // 5 × 100 × (10 % + 0.045 %) for the 5 that would open.
  [
    "an order that reverses reserves for what it opens",
    [long, (venue) => venue.sell("ann", "15", "120")],
    ["899.55", "849.325", "100", "10", "94.737"],
  ],
  // Maker: 1,000 × 0.015 %.
  [
    "a resting order that fills pays the maker's fee",
    [
      (venue) => {
        venue.buy("ann", "10", "100");
        venue.sell("bob", "10", "100");
      },
    ],
    ["899.85", "899.85", "100", "10", "94.737"],
  ],
  // 150 + 10 × (p - 100) = 0.5 × p at 89.4736…
  [
    "added margin moves the liquidation price away",
    [long, (venue) => changeMargin(venue, "50")],
    ["849.55", "849.55", "150", "10", "89.474"],
  ],
  // Worth 150 at 105 and needs 105: 45 may go. 52.5 / 9.5 below 105.
  [
    "margin above the need may be removed",
    [
      long,
      (venue) => {
        venue.mark("105");
        expect(changeMargin(venue, "-45.000001")).toBe("ISOLATED_MARGIN_NEEDED");
        changeMargin(venue, "-45");
      },
    ],
    ["944.55", "944.55", "55", "10", "99.474"],
  ],
  [
    "a lower leverage fills the wallet up to its need",
    [long, (venue) => choose(venue, 5)],
    ["799.55", "799.55", "200", "10", "84.211"],
  ],
  [
    "a higher leverage moves nothing",
    [(venue) => choose(venue, 5), long, (venue) => choose(venue, 10)],
    ["799.55", "799.55", "200", "10", "84.211"],
  ],
  // Worth 47 at 94.7 and must keep 47.35. Two are sold: 10.6 of loss and 1.894 of liquidation fee. 7.226 / 7.6 below 94.7.
  [
    "a slice of its liquidation is paid by the wallet, which keeps the rest",
    [
      long,
      (venue) => {
        venue.buy("bob", "10", "94.7");
        venue.mark("94.7");
      },
    ],
    ["899.55", "899.55", "87.506", "8", "93.75"],
  ],
  // Taken at 92.5 less 1 %: 84.25 of loss, 15.75 return.
  [
    "the fund takes it over, and what is left returns",
    [fund, long, (venue) => venue.mark("92.5")],
    ["915.3", "915.3", "0", "0", null],
  ],
  // Worth -50 at 85: the fund pays 58.5, the balance nothing.
  [
    "the fund pays what the wallet lacks",
    [
      fund,
      long,
      (venue) => venue.mark("85"),
      (venue) => expect(venue.balance("insurance")).toBe("941.5"),
    ],
    ["899.55", "899.55", "0", "0", null],
  ],
  // Without a fund bob's short is closed against it at 90, where the wallet is used up.
  [
    "it is deleveraged at its own bankruptcy price",
    [
      long,
      (venue) => venue.mark("85"),
      (venue) => expect([venue.position("bob"), venue.balance("bob")]).toEqual(["0", "1000099.85"]),
    ],
    ["899.55", "899.55", "0", "0", null],
  ],
];

test.each(CASES)("%s", (_, steps, [balance, free, wallet, position, liquidation]) => {
  const venue = new TestEngine().deposit("ann", "1000").deposit("bob", "1000000");
  expect(choose(venue, 10)).toBe("leverage");
  for (const step of steps) step(venue);
  expect(marginView(venue)).toEqual({ balance, free, wallet, position, liquidation });
});
