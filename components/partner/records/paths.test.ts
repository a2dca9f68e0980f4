import { describe, expect, it } from "vitest";
import { parseView } from "#components/partner/earnings/view.ts";
import {
  feePath,
  feesFilePath,
  feesPath,
  monthSpan,
  monthsBetween,
  pathAfter,
  referralPath,
  referralsPath,
  statementPath,
  tablePaths,
} from "./paths.ts";

const view = (search: string) => parseView(new URLSearchParams(search));
const HERE = { asOf: "2026-03-31T12:00:00.000Z", tz: "Europe/Berlin" };
const DAYS = "from=2026-01-31&to=2026-02-03";

describe("a request for records", () => {
  it("covers the chosen days, in the reader's zone and the chosen order", () => {
    const span = "from=2026-01-31&to=2026-02-04&tz=Europe%2FBerlin";
    expect(referralsPath(view(`${DAYS}&sort=joined`), HERE, false)).toBe(
      `referrals?${span}&sort=joined&limit=10`,
    );
    expect(referralsPath(view("range=all&sort=fees&order=asc"), HERE, false)).toBe(
      "referrals?tz=Europe%2FBerlin&sort=fees&order=asc&limit=10",
    );
    expect(referralPath(view(DAYS), HERE, "ref_1")).toBe(`referrals?${span}&referral_id=ref_1`);
    expect(referralsPath(view(`${DAYS}&product=swap&search=ada`), HERE, true)).toBe(
      `referrals?${span}&product=swap&sort=earned&search=ada&limit=5`,
    );
    expect(referralPath(view(`${DAYS}&product=swap`), HERE, "ref_1")).toBe(
      `referrals?${span}&product=swap&referral_id=ref_1`,
    );
    expect(
      feesPath(view(`${DAYS}&product=swap`), HERE, { isNarrow: false, referral: "ref_1" }),
    ).toBe(`earnings?${span}&product=swap&referral_id=ref_1&limit=25`);
    expect(feesPath(view("range=all"), HERE, { isNarrow: true })).toBe(
      "earnings?tz=Europe%2FBerlin&limit=10",
    );
    expect(pathAfter("earnings?limit=50", "1.ref_a:b")).toBe(
      "earnings?limit=50&cursor=1.ref_a%3Ab",
    );
  });

  it("of one fee has no span, so that a link to it outlives the span", () => {
    expect(feePath(17)).toBe("earnings?limit=1&cursor=18");
  });
});

describe("files to download", () => {
  it("of tables are whole, or limited to the chosen filters", () => {
    const files = tablePaths(view("range=all&product=perp&granularity=hour"), HERE);
    expect(files.fees).toBe("earnings?tz=Europe%2FBerlin&product=perp&format=csv");
    expect(files.periods).toBe(
      "earnings?tz=Europe%2FBerlin&product=perp&granularity=hour&format=csv",
    );
    expect(files.referrals).toBe(
      "referrals?tz=Europe%2FBerlin&product=perp&sort=earned&format=csv",
    );
    expect(files.settlements).toBe("settlements?format=csv");
    expect(tablePaths(view("range=all&sort=joined&order=asc"), HERE).referrals).toBe(
      "referrals?tz=Europe%2FBerlin&sort=joined&order=asc&format=csv",
    );
    expect(feesFilePath(view("range=all&product=swap"), HERE, "ref_1")).toBe(
      "earnings?tz=Europe%2FBerlin&product=swap&referral_id=ref_1&format=csv",
    );
    expect(tablePaths(view(""), HERE).granularity).toBe("day");
  });

  it("of a month go from its first day to that of the next", () => {
    expect(statementPath(monthSpan("2025-12", "UTC"), "pdf", "de")).toBe(
      "statement?from=2025-12-01&to=2026-01-01&tz=UTC&format=pdf&lang=de",
    );
    expect(monthSpan("2024-02", "UTC")).toEqual({
      from: "2024-02-01",
      to: "2024-03-01",
      tz: "UTC",
    });
  });

  it("are offered for the months of the membership, newest first", () => {
    expect(monthsBetween("2025-11-30", "2026-02-01", 24)).toEqual([
      "2026-02",
      "2026-01",
      "2025-12",
      "2025-11",
    ]);
    expect(monthsBetween("2020-01-01", "2026-02-01", 2)).toEqual(["2026-02", "2026-01"]);
    expect(monthsBetween("2026-02-28", "2026-02-01", 24)).toEqual(["2026-02"]);
  });
});
