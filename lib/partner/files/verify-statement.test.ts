/** The verifier finds any change of a statement without the service, and names the row. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rowHash } from "#lib/partner/ledger/hash.ts";
import { book, fee, makePartner, makeReferral } from "#lib/partner/partner.testing.ts";
import { endedPayout, takeBack } from "#lib/partner/testing/entries.ts";
import { type Database, useDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { chanceOf } from "#lib/platform/random.testing.ts";
import type { PartnerStatementFile } from "#lib/protocol/wire/partner.ts";
import { linesIn, statementText, VERIFIER, verifier } from "./files.testing.ts";

const START = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;
const NOW = START + 2_000 * HOUR;

let db: Database;
let folder: string;
let whole: string[];
let part: string[];
let json: string;
let check: Awaited<ReturnType<typeof verifier>>;

/** 60 fees, some of which leave the window meanwhile, three reversals, a payment and a failed one. */
beforeAll(async () => {
  db = await testDatabase();
  useDatabase(db);
  check = await verifier();
  folder = mkdtempSync(join(tmpdir(), "svc-statement-"));
  const partner = await makePartner(db, "to-be-checked", START);
  await makeReferral(db, partner, "ann", START);
  await makeReferral(db, partner, "bob", START);
  for (let place = 0; place < 60; place += 1) {
    const at = START + place * 30 * HOUR;
    const source = (["perp", "copy", "swap", "prediction"] as const)[place % 4]!;
    await book(db, [fee(place % 3 === 0 ? "bob" : "ann", 3_333 + place * 10, at, source)], at);
    if (place === 20) await takeBack({ db, partner }, 21, at + HOUR);
    if (place === 40)
      await endedPayout({ db, partner }, { amount: 1_000_001n, at: at + 1, endedAt: at + 2 });
    if (place === 50) {
      const failed = { amount: 7n, at: at + 1, endedAt: at + 2, failure: "no" };
      await endedPayout({ db, partner }, failed);
      await takeBack({ db, partner }, 2, at + HOUR);
      await takeBack({ db, partner }, 45, at + HOUR);
    }
  }
  const who = { actor: partner.actor, now: NOW };
  whole = linesIn(await statementText(who, { format: "csv" }));
  part = linesIn(await statementText(who, { format: "csv", from: "2026-01-28" }));
  json = await statementText(who, { format: "json", from: "2026-01-28" });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  useDatabase(undefined);
  await db.$client.end();
});

const isRow = (line: string): boolean => /^\d+,(?!opening|closing)/.test(line);

/** The verifier's output for a file with some lines changed. */
function saidOf(
  lines: readonly string[],
  change: (lines: string[]) => unknown,
  head?: string,
): Promise<string> {
  const changed = [...lines];
  change(changed);
  return check.verify(changed, head).then(
    () => "RIGHT",
    (error: Error) => error.message,
  );
}

/** Recomputes the chain from row `seq` on, which only the head reveals. */
function rehash(lines: string[], from: number): void {
  let hash = lines[from - 1]!.slice(-64);
  for (let index = from; index < lines.length; index += 1) {
    const text = lines[index]!.slice(0, -65);
    if (isRow(lines[index]!)) hash = rowHash(hash, text);
    lines[index] = `${text},${hash}`;
  }
}

describe("an unchanged statement", () => {
  test("verifies, with its head and without it", async () => {
    for (const lines of [whole, part]) {
      const head = lines.at(-1)!.slice(-64);
      expect(await saidOf(lines, () => undefined)).toBe("RIGHT");
      expect(await saidOf(lines, () => undefined, head.toUpperCase())).toBe("RIGHT");
    }
    const found = await check.verify(whole);
    expect([found.first, found.rows, found.recomputed]).toEqual([1, 67, 60]);
    const later = await check.verify(part);
    expect(later.first).toBe(24);
    // The levels of rows that are less than 720 h after the file's first row.
    expect(later.recomputed).toBe(14);
  });

  test("does not verify under another head", async () => {
    const head = whole[20]!.slice(-64);
    expect(await saidOf(whole, () => undefined, head)).toMatch(/^The head: the chain ends with/);
  });
});

describe("the verifier detects", () => {
  test("a changed digit in any place", async () => {
    const chance = chanceOf(5);
    for (const lines of [whole, part]) {
      const places = lines.flatMap((line, index) =>
        [...line.matchAll(/\d/g)].map(({ index: column }) => ({ index, column })),
      );
      // All records without a hash of their own, and some of the rows.
      const tried = places.filter(({ index }) => !isRow(lines[index]!) || chance.is(0.02));
      expect(tried.length).toBeGreaterThan(400);
      for (const { index, column } of tried) {
        const said = await saidOf(lines, (changed) => {
          const line = changed[index]!;
          const digit = (Number(line[column]) + 1 + chance.below(9)) % 10;
          changed[index] = line.slice(0, column) + digit + line.slice(column + 1);
        });
        expect(said, `${lines[index]}, place ${column}`).not.toBe("RIGHT");
      }
    }
  });

  test("a removed row, and names the missing one", async () => {
    for (const [index, line] of whole.entries()) {
      if (!isRow(line)) continue;
      const said = await saidOf(whole, (lines) => lines.splice(index, 1));
      const next = whole[index + 1]!;
      const place = isRow(next)
        ? `Row ${next.split(",")[0]}: row ${line.split(",")[0]} should be here`
        : "The records";
      expect(said).toContain(place);
    }
  });

  test("two swapped rows, and a duplicate row", async () => {
    const swapped = await saidOf(whole, (lines) => {
      [lines[5], lines[6]] = [lines[6]!, lines[5]!];
    });
    const seq = (index: number) => whole[index]!.split(",")[0];
    expect(swapped).toBe(`Row ${seq(6)}: row ${seq(5)} should be here`);
    const twice = await saidOf(whole, (lines) => lines.splice(5, 0, lines[5]!));
    expect(twice).toBe(`Row ${seq(5)}: row ${seq(6)} should be here`);
  });

  test("a changed cell, and names the row", async () => {
    const index = whole.findIndex((line) => line.startsWith("31,"));
    const said = await saidOf(whole, (lines) => {
      lines[index] = lines[index]!.replace(",venue,", ",operator,");
    });
    expect(said).toBe("Row 31: its hash is not of this text and the row before");
  });

  test("a file that ends early, has no beginning, or continues after its end", async () => {
    expect(await saidOf(whole, (lines) => lines.splice(30))).toBe(
      "The file: it is not whole: the closing records are missing",
    );
    expect(await saidOf(whole, (lines) => lines.pop())).toMatch(/^The closing records: /);
    expect(await saidOf(whole, (lines) => lines.splice(1, 1))).toBe(
      "Row 1: it stands outside of the opening and closing records",
    );
    expect(await saidOf(whole, (lines) => lines.push(lines[1]!))).toMatch(/where they belong/);
    expect(await saidOf(whole, (lines) => lines.push(lines[5]!))).toMatch(/outside of the opening/);
    expect(await saidOf(whole, (lines) => lines.shift())).toBe(
      "The header: it names other columns",
    );
    expect(await saidOf([], () => undefined)).toMatch(/^The file/);
  });

  /** A recomputed chain is detected by the content of the rows, up to the last one. */
  async function forged(seq: number, change: (cells: string[]) => void): Promise<string> {
    return saidOf(whole, (lines) => {
      const index = lines.findIndex((line) => line.startsWith(`${seq},`) && isRow(line));
      const cells = lines[index]!.split(",");
      change(cells);
      lines[index] = cells.join(",");
      rehash(lines, index);
    });
  }
  const COLUMN = {
    accrued_at: 2,
    debit: 4,
    credit: 5,
    amount: 6,
    product: 7,
    source: 8,
    referral_id: 9,
    fee: 10,
    level: 12,
    share: 13,
    window: 14,
  };

  test("in a recomputed chain: a share, a fee, a level, a window, a product, an account, a time", async () => {
    expect(
      await forged(30, (cells) => {
        cells[COLUMN.amount] = "5";
      }),
    ).toMatch(/^Row 30: 5 is not 12 % of/);
    expect(
      await forged(30, (cells) => {
        cells[COLUMN.fee] = "35.5";
      }),
    ).toMatch(/^Row 30: .* % of 35\.5/);
    expect(
      await forged(30, (cells) => {
        cells[COLUMN.level] = "6";
      }),
    ).toMatch(/^Row 30: .* not level 6/);
    expect(
      await forged(30, (cells) => {
        cells[COLUMN.window] = "900";
      }),
    ).toMatch(/^Row 30: /);
    expect(
      await forged(30, (cells) => {
        cells[COLUMN.window] = "1000.5";
      }),
    ).toMatch(/^Row 30: /);
    expect(
      await forged(30, (cells) => {
        cells[COLUMN.source] = "swap";
      }),
    ).toMatch(/^Row 30: swap does not count as/);
    expect(
      await forged(30, (cells) => {
        cells[COLUMN.debit] = "expense:swap";
      }),
    ).toMatch(/^Row 30: these are not the accounts/);
    expect(
      await forged(30, (cells) => {
        cells[COLUMN.accrued_at] = "2020-01-01T00:00:00.000Z";
      }),
    ).toMatch(/^Row 30: it accrued before/);
    expect(
      await forged(30, (cells) => {
        cells[COLUMN.amount] = "5.250";
      }),
    ).toMatch(/^Row 30: "5.250" is no amount/);
  });

  test("in a recomputed chain: a wrong or repeated reversal, and a payment of another amount", async () => {
    const seqOf = (kind: string, nth = 0) =>
      Number(whole.filter((line) => line.includes(`,${kind},`))[nth]!.split(",")[0]);
    const reversal = seqOf("reversal");
    expect(
      await forged(reversal, (cells) => {
        cells[COLUMN.referral_id] = "ref_other";
      }),
    ).toMatch(/as that was booked$/);
    expect(
      await forged(seqOf("reversal", 1), (cells) => {
        cells[16] = "21";
      }),
    ).toMatch(/taken back before$/);
    expect(
      await forged(seqOf("payment"), (cells) => {
        cells[COLUMN.amount] = "1";
      }),
    ).toMatch(/whole amount$/);
    expect(
      await forged(seqOf("return"), (cells) => {
        cells[COLUMN.amount] = "0.000006";
      }),
    ).toMatch(/whole amount$/);
  });

  test("in JSON: a change of any figure", async () => {
    const statement = JSON.parse(json) as PartnerStatementFile;
    const said = async (change: (changed: PartnerStatementFile) => void) => {
      const changed = structuredClone(statement);
      change(changed);
      try {
        check.compare(changed, await check.verify(check.linesOf(changed)));
        return "RIGHT";
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(await said(() => undefined)).toBe("RIGHT");
    expect(
      await said((changed) => {
        changed.totals.earned += "1";
      }),
    ).toMatch(/^The totals/);
    expect(
      await said((changed) => {
        changed.totals.by_product[1]!.count += 1;
      }),
    ).toMatch(/^The totals/);
    expect(
      await said((changed) => {
        changed.totals.copy.fees = "0";
      }),
    ).toMatch(/^The totals/);
    expect(
      await said((changed) => {
        changed.totals.payments = "1";
      }),
    ).toMatch(/^The totals/);
    expect(
      await said((changed) => {
        changed.opening.balances.pending = "1";
      }),
    ).toMatch(/^The opening balances/);
    expect(
      await said((changed) => {
        changed.closing.balances.in_transit = "1";
      }),
    ).toMatch(/^The closing balances/);
    expect(
      await said((changed) => {
        changed.ruleset.levels[2]!.threshold = "2000";
      }),
    ).toMatch(/^The ruleset/);
    expect(
      await said((changed) => {
        changed.closing.seq += 1;
      }),
    ).toMatch(/closing/);
    expect(
      await said((changed) => {
        changed.entries[3]!.level = 5;
      }),
    ).toMatch(/^Row 27: its hash/);
    expect(
      await said((changed) => {
        changed.entries[3]!.simulated = true;
      }),
    ).toMatch(/^Row 27: its hash/);
    expect(
      await said((changed) => {
        changed.entries.splice(3, 1);
      }),
    ).toBe("Row 28: row 27 should be here");
  });
});

describe("the verifier program", () => {
  const write = (name: string, text: string): string => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const run = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [VERIFIER, ...words], {
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  };
  const csv = (lines: readonly string[]): string => `${lines.join("\r\n")}\r\n`;

  test("prints what it has proved about a file, and exits with 0", () => {
    const head = whole.at(-1)!.slice(-64);
    const right = run(write("right.csv", csv(whole)), "--head", head);
    expect(right).toMatchObject({ status: 0, stderr: "" });
    expect(right.stdout).toMatch(
      /rows 1 to 67\n[^]*accrued [\d.]+ = settled 1\.000001 \+ in transit 0 \+ pending [\d.]+[^]*OK: this statement is valid\n$/,
    );
    expect(right.stdout).toContain(`${head}, as you gave it`);
    const ofPart = run(write("right.json", json));
    expect(ofPart.status).toBe(0);
    expect(ofPart.stdout).toContain("what stands before row 24 is this file's word");
    expect(right.stdout).toMatch(/the level of \d+ fees was computed again from this file/);
  });

  test("names the first wrong row, and exits with 1", () => {
    const wrong = write("wrong.csv", csv(whole).replace(/^(40,.*,)venue,/m, "$1operator,"));
    expect(run(wrong)).toEqual({
      status: 1,
      stdout: "",
      stderr: "NOT VALID. Row 40: its hash is not of this text and the row before\n",
    });
    expect(
      run(
        write(
          "wrong.json",
          json.replace(
            '"level":2,"share_percent":12,"window',
            '"level":3,"share_percent":12,"window',
          ),
        ),
      ).status,
    ).toBe(1);
    expect(run(join(folder, "missing.csv")).status).toBe(1);
    expect(run(wrong, "--headd", "x")).toMatchObject({ status: 1 });
    expect(run().stderr).toContain("Usage");
  });

  const documented =
    /```sh\n(tr -d [^]*?)\n```/.exec(readFileSync("docs/api/partner.md", "utf8"))?.[1] ?? "";
  const hasTools = spawnSync("sh", ["-c", "command -v awk sha256sum"]).status === 0;

  test.skipIf(!hasTools)(
    "is not needed for the chain, which the guide's commands verify too",
    () => {
      const ask = (text: string) =>
        spawnSync("sh", ["-c", documented.replace("statement.csv", write("tools.csv", text))], {
          encoding: "utf8",
        });
      expect(ask(csv(whole))).toMatchObject({ status: 0, stdout: `${whole.at(-1)!.slice(-64)}\n` });
      const wrong = ask(csv(whole).replace(/^(40,.*,)venue,/m, "$1operator,"));
      expect(wrong).toMatchObject({ status: 1, stdout: "row 40 is wrong\n" });
      const command = ask(csv(whole).replace(",venue,", ",$(touch x),"));
      expect(command).toMatchObject({ status: 1, stdout: "row 1 is not plain\n" });
    },
  );
});
