import { describe, expect, it } from "vitest";
import { summaryOf } from "./earnings.testing.ts";
import type { ShownRead } from "./shown-reads.ts";
import { compareAnswers, compareDrawn, verify } from "./verify.ts";

const SUMMARY = summaryOf();

describe("two answers", () => {
  it("agree in every figure, and the result counts them", () => {
    const answer = { fees: "1.50", count: 3, at: "2026-03-01", rows: [{ level: 2, id: "ref_1" }] };
    expect(compareAnswers("x", answer, structuredClone(answer))).toEqual({
      agreed: 3,
      differences: [],
    });
  });

  it("differ where a figure, a time, or a row does; an extra trailing digit is a difference", () => {
    const shown = { a: "1.5", b: [{ c: 1 }, { c: 2 }], d: "2026-03-01", e: null };
    const answered = { a: "1.50", b: [{ c: 1 }], d: "2026-03-02", e: null };
    expect(compareAnswers("x", shown, answered)).toEqual({
      agreed: 1,
      differences: [
        { at: "x.a", shown: "1.5", answered: "1.50" },
        { at: "x.b.1", shown: '{"c":2}', answered: "—" },
        { at: "x.d", shown: "2026-03-01", answered: "2026-03-02" },
      ],
    });
  });

  it("are compared in ledger data only, not in account data", () => {
    const row = { id: "ref_1", discount: "pending", wallets: ["a"], fees: "1" };
    const later = { ...row, discount: "set", wallets: ["a", "b"] };
    expect(compareAnswers("x", row, later)).toEqual({ agreed: 1, differences: [] });
  });
});

describe("a drawn figure", () => {
  const row = { id: "ref_1", figures: { fees: "7" }, total: { fees: "9" } };
  const answers = [
    { name: "summary", body: SUMMARY },
    { name: "earnings", body: { totals: { earned: "12.5" } } },
    { name: "referrals", body: { results: [row] } },
    { name: "referralOpen", body: { results: [{ ...row, figures: { fees: "8" } }] } },
    { name: "entries", body: { results: [{ seq: 17, fee: "0.5" }] } },
  ];
  const drawn = (figure: string, exact: string) => compareDrawn([{ figure, exact }], answers);

  it("is found by its name: in a list by product, in another read by that read's name", () => {
    for (const [figure, exact] of [
      ["referred_fees_30d", "1240.55"],
      ["balances.pending", "50.48765432101"],
      ["by_product.perp.fees_30d", "1240.55"],
      ["by_product.perp.of_which_copy.earned_30d", "6.075"],
      ["earnings.totals.earned", "12.5"],
      ["share_percent", "15"],
      ["referral.ref_1.fees", "7"],
      ["referral.ref_1.fees", "8"],
      ["referral.ref_1.total.fees", "9"],
      ["entry.17.fee", "0.5"],
    ] as const)
      expect(drawn(figure, exact), figure).toEqual({ agreed: 1, differences: [] });
  });

  it("that differs from the answer is named", () => {
    expect(drawn("balances.pending", "50.49").differences).toEqual([
      { at: "balances.pending", shown: "50.49", answered: "50.48765432101" },
    ]);
    for (const figure of ["by_product.swap.fees_30d", "referral.ref_1.fees", "entry.17.fee"])
      expect(drawn(figure, "0.01").differences, figure).toHaveLength(1);
  });

  it("that is in no answer is not a figure of the ledger", () => {
    for (const figure of ["share.of.all", "entry.18.fee", "referral.ref_1.rank"])
      expect(drawn(figure, "3"), figure).toEqual({ agreed: 0, differences: [] });
  });
});

describe("verify", () => {
  const reads: ShownRead[] = [
    { name: "summary", path: "summary", answer: SUMMARY },
    { name: "referrals", path: "referrals?sort=earned", answer: { ...SUMMARY, ledger_seq: 9 } },
  ];

  it("repeats each read in the snapshot of its own answer, reports its progress, and counts the drawn figures", async () => {
    const addresses: string[] = [];
    const progress: number[] = [];
    const found = await verify({
      reads,
      drawn: [
        { figure: "balances.accrued", exact: "1" },
        { figure: "balances.settled", exact: SUMMARY.balances.settled },
      ],
      ask: async (address) => {
        addresses.push(address);
        return reads[addresses.length - 1]?.answer;
      },
      onProgress: (done) => progress.push(done),
    });
    expect(
      addresses.map((address) =>
        new URL(address, "https://svc.test").searchParams.get("as_of_seq"),
      ),
    ).toEqual(["18211", "9"]);
    expect(progress).toEqual([1, 2]);
    expect(found.agreed).toBe(1);
    expect(found.differences).toEqual([
      { at: "balances.accrued", shown: "1", answered: "401.98765432101" },
    ]);
  });

  it("gives no result when a read is not answered", async () => {
    const ask = () => Promise.reject(new Error("No answer came."));
    await expect(verify({ reads, drawn: [], ask, onProgress: () => {} })).rejects.toThrow(
      "No answer came.",
    );
  });
});
