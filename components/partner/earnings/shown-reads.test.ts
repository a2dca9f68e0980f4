import { expect, it } from "vitest";
import { readAddress, ShownReads } from "./shown-reads.ts";

const AT = { as_of: "2026-03-01T09:00:00.000Z", ledger_seq: 7 };

it("a read uses the snapshot of the page, with or without a query of its own", () => {
  expect(readAddress("summary", AT)).toBe(
    "/api/v1/partner/summary?as_of=2026-03-01T09%3A00%3A00.000Z&as_of_seq=7",
  );
  expect(readAddress("earnings?granularity=day", { ...AT, ledger_seq: 0 })).toBe(
    "/api/v1/partner/earnings?granularity=day&as_of=2026-03-01T09%3A00%3A00.000Z&as_of_seq=0",
  );
});

it("the page shows the last answer of each mounted part, and followers hear of each change", () => {
  const reads = new ShownReads();
  let heard = 0;
  const leave = reads.follow(() => {
    heard += 1;
  });
  const read = (path: string) => ({ name: "referrals", path, answer: AT });
  reads.show("a", read("referrals"));
  reads.show("b", read("earnings"));
  reads.show("a", read("referrals?sort=joined"));
  expect(reads.all().map(({ path }) => path)).toEqual(["referrals?sort=joined", "earnings"]);
  expect(reads.all()).toBe(reads.all());
  reads.drop("b");
  reads.drop("b");
  expect(reads.all().map(({ path }) => path)).toEqual(["referrals?sort=joined"]);
  expect(heard).toBe(4);
  leave();
  reads.drop("a");
  expect(heard).toBe(4);
});
