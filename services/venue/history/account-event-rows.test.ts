/** The kept events of an account: in the order of the journal, for ten minutes at least, and never more than a reader takes. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { KeptEvent } from "#services/venue/account-events/account-log.ts";
import { AccountEventRows } from "./account-event-rows.ts";
import { openHistory } from "./history-schema.ts";

const START = 1_800_000_000_000;
const MINUTE = 60_000;
const OPEN = { height: 1, index: 0 };

let folder: string;
let database: DatabaseSync;
let rows: AccountEventRows;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "event-rows-"));
  database = openHistory(join(folder, "history.db"));
  database.exec("INSERT INTO accounts (number, pubkey) VALUES (1, 'ann'), (2, 'ben')");
  rows = new AccountEventRows(database, (account) => (account === "ann" ? 1 : 2));
});

afterEach(async () => {
  database.close();
  await rm(folder, { recursive: true });
});

const transfer = (account: string, index: number, text: string): KeptEvent => ({
  account,
  index,
  name: "transfer",
  json: () => JSON.stringify({ text }),
  source: undefined,
});

const textsAfter = (position = OPEN) => rows.after("ann", position)?.map(({ json }) => json);

test("written and waiting events are one list, without those of other accounts", () => {
  rows.add(1, START, [transfer("ann", 1, "a"), transfer("ben", 2, "b")]);
  rows.flush();
  rows.add(2, START, [transfer("ann", 1, "tab\tand\nline")]);
  expect(textsAfter()).toEqual(['{"text":"a"}', '{"text":"tab\\tand\\nline"}']);
  expect(textsAfter({ height: 1, index: 1 })).toHaveLength(1);
  expect(textsAfter({ height: 2, index: 1 })).toEqual([]);
});

test("they are kept over one change of tables, and gone after the second", () => {
  rows.add(1, START, [transfer("ann", 1, "old")]);
  rows.add(2, START + 10 * MINUTE, [transfer("ann", 1, "new")]);
  expect(textsAfter()).toEqual(['{"text":"old"}', '{"text":"new"}']);
  rows.add(3, START + 20 * MINUTE, []);
  expect(textsAfter()).toBeUndefined();
  expect(textsAfter({ height: 2, index: 0 })).toEqual(['{"text":"new"}']);
});

test("another process finds what was written", () => {
  rows.add(1, START, [transfer("ann", 1, "a")]);
  rows.flush();
  const again = new AccountEventRows(database, () => 1);
  expect(again.after("ann", OPEN)).toHaveLength(1);
  expect(again.after("ann", { height: 0, index: 9 })).toBeUndefined();
});

test("a reader that missed more than 5,000 events begins anew", () => {
  const many = Array.from({ length: 5_000 }, (_, index) => transfer("ann", index + 1, "x"));
  rows.add(1, START, many);
  expect(textsAfter()).toHaveLength(5_000);
  rows.add(2, START, [transfer("ann", 1, "one more")]);
  expect(textsAfter()).toBeUndefined();
  expect(textsAfter({ height: 1, index: 1 })).toHaveLength(5_000);
});

test("a reader begins anew when the history has lost a row that an event names", () => {
  rows.add(1, START, [
    { ...transfer("ann", 1, ""), name: "fill", source: { fill: 7, trigger: null } },
  ]);
  expect(textsAfter()).toBeUndefined();
});
