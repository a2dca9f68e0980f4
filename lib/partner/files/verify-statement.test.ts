/** The verifier finds any change of a statement without the service, and names the row. */

import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CompactSign } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chanceOf } from "#lib/kernel/random.testing.ts";
import { rowHash } from "#lib/partner/ledger/hash-chain.ts";
import { book, fee, makePartner, makeReferral } from "#lib/partner/partner.testing.ts";
import { endedPayout, takeBack } from "#lib/partner/testing/entries.ts";
import { type Database, setDatabase } from "#lib/platform/db/client.ts";
import { testDatabase } from "#lib/platform/db/db.testing.ts";
import { HOUR_MS } from "#lib/protocol/durations.ts";
import type { PartnerStatementFile } from "#lib/protocol/wire/partner.ts";
import { linesIn, statementText, VERIFIER, verifier } from "./files.testing.ts";
import { statementKeys } from "./statement-keys.ts";

const START = Date.UTC(2026, 0, 1);
const NOW = START + 2_000 * HOUR_MS;

/** A partner who wants more: one fee of USD 100,000 is added, nothing is simulated any more, and every hash is made anew. */
function forgery(lines: readonly string[]): string[] {
  const forged = lines.slice(0, -1).map((line) => line.replace(/,yes,(\w{64})$/, ",no,$1"));
  const opening = forged.findIndex((line) => isRow(line));
  const own = forged[1]!.split(",").find((cell) => cell.startsWith("partner:"))!;
  const closing = forged.findIndex((line) => line.includes(",closing,"));
  const last = forged[closing - 1]!.split(",");
  const fee = [
    `${Number(last[0]) + 1}`,
    "accrual",
    ...[2, 3].map(() => "2026-03-25T00:00:00.000Z"),
    "expense:perp",
    own,
  ];
  // The window of the 720 h before, and its level: only what the program cannot compute itself is a lie.
  const figures = "12000,perp,perp,ref_more,100000,100000,2,12,653.31,levels-1,,".split(",");
  forged.splice(
    closing,
    0,
    [...fee, ...figures, "abcdabcdabcdabcd", "venue", "no", "0".repeat(64)].join(","),
  );
  const more = 12_000n * 10n ** 11n;
  for (let index = closing + 1; index < forged.length; index += 1) {
    const cells = forged[index]!.split(",");
    cells[0] = fee[0]!;
    if (cells[4] === "expense:perp" || cells[5] === own) cells[6] = usd(units(cells[6]!) + more);
    forged[index] = cells.join(",");
  }
  rehash(forged, opening);
  return forged;
}
const units = (text: string): bigint => {
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(11, "0"));
};
const usd = (amount: bigint): string =>
  amount
    .toString()
    .replace(/(\d{11})$/, ".$1")
    .replace(/\.?0+$/, "");

let db: Database;
let folder: string;
let whole: string[];
let part: string[];
let json: string;
let check: Awaited<ReturnType<typeof verifier>>;

/** 60 fees (some leave the window meanwhile), three reversals, a payment and a failed one. */
beforeAll(async () => {
  db = await testDatabase();
  setDatabase(db);
  check = await verifier();
  folder = mkdtempSync(join(tmpdir(), "svc-statement-"));
  const partner = await makePartner(db, "to-be-checked", START);
  await makeReferral(db, partner, "ann", START);
  await makeReferral(db, partner, "bob", START);
  for (let index = 0; index < 60; index += 1) {
    const at = START + index * 30 * HOUR_MS;
    const source = (["perp", "copy", "swap", "prediction"] as const)[index % 4]!;
    await book(db, [fee(index % 3 === 0 ? "bob" : "ann", 3_333 + index * 10, at, source)], at);
    if (index === 20) await takeBack({ db, partner }, 21, at + HOUR_MS);
    if (index === 40)
      await endedPayout({ db, partner }, { amount: 1_000_001n, at: at + 1, endedAt: at + 2 });
    if (index === 50) {
      const failed = { amount: 7n, at: at + 1, endedAt: at + 2, failure: "no" };
      await endedPayout({ db, partner }, failed);
      await takeBack({ db, partner }, 2, at + HOUR_MS);
      await takeBack({ db, partner }, 45, at + HOUR_MS);
    }
  }
  const who = { actor: partner.actor, now: NOW };
  whole = linesIn(await statementText(who, { format: "csv" }));
  part = linesIn(await statementText(who, { format: "csv", from: "2026-01-28" }));
  json = await statementText(who, { format: "json", from: "2026-01-28" });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  setDatabase(undefined);
  await db.$client.end();
});

const isRow = (line: string): boolean => /^\d+,(?!opening|closing|signature)/.test(line);

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
      const positions = lines.flatMap((line, index) =>
        [...line.matchAll(/\d/g)].map(({ index: column }) => ({ index, column })),
      );
      // All records without a hash of their own, and some of the rows. The signature has its own test.
      const tried = positions.filter(
        ({ index }) => index < lines.length - 1 && (!isRow(lines[index]!) || chance.is(0.02)),
      );
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
      const expected = isRow(next)
        ? `Row ${next.split(",")[0]}: row ${line.split(",")[0]} should be here`
        : "The records";
      expect(said).toContain(expected);
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
    expect(await saidOf(whole, (lines) => lines.splice(-2))).toMatch(/^The closing records: /);
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

describe("the signature", () => {
  const signatureOf = (lines: readonly string[]): string => lines.at(-1)!.split(",")[18]!;
  const errorOf = (work: () => unknown): string => {
    try {
      work();
      return "RIGHT";
    } catch (error) {
      return (error as Error).message;
    }
  };

  test("shows which service made which statement", async () => {
    const { signature } = await check.verify(part);
    expect(check.signedBy(signature, await statementKeys()).claims).toMatchObject({
      iss: "http://localhost:3000",
      partner: { code: "to-be-checked" },
      from: "2026-01-28T00:00:00.000Z",
      as_of: new Date(NOW).toISOString(),
      opening: { seq: 23, hash: part[1]!.slice(-64) },
      closing: { seq: 67, hash: part.at(-1)!.slice(-64) },
    });
  });

  test("is missing from a forgery whose hashes were all made anew", async () => {
    const forged = forgery(whole);
    const found = await check.verify(forged);
    expect(found.rows).toBe(68);
    const keys = await statementKeys();
    expect(errorOf(() => check.signedBy(found.signature, keys))).toMatch(/the file has none/);
    const before = forged.at(-1)!.split(",");
    const record = whole.at(-1)!.split(",");
    [record[0], record[21]] = [before[0]!, before[21]!];
    const said = await saidOf([...forged, record.join(",")], () => undefined);
    expect(said).toBe("The signature: it is of a statement with another closing");
  });

  test("covers balances of a file that begins in the middle, which no hash covers", async () => {
    const said = await saidOf(part, (lines) => {
      for (const [index, line] of lines.entries()) {
        const cells = line.split(",");
        if (!/^(?:opening|closing)$/.test(cells[1]!)) continue;
        if (cells[4] === "expense:perp" || index === 1 || /,partner:/.test(line))
          cells[6] = usd(units(cells[6]!) + 5n * 10n ** 11n);
        lines[index] = cells.join(",");
      }
    });
    expect(said).toBe("The signature: it is of a statement with another balances");
  });

  test("of another key, or with any letter changed, is refused", async () => {
    const keys = await statementKeys();
    const jws = signatureOf(whole);
    const chance = chanceOf(9);
    for (let round = 0; round < 200; round += 1) {
      const index = chance.below(jws.length);
      const letter = jws[index] === "A" ? "B" : "A";
      const changed = jws.slice(0, index) + letter + jws.slice(index + 1);
      expect(
        errorOf(() => check.signedBy(changed, keys)),
        changed,
      ).not.toBe("RIGHT");
    }
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const { kid } = keys.keys[0]!;
    const made = await new CompactSign(
      Buffer.from(JSON.stringify(check.signedBy(jws, keys).claims)),
    )
      .setProtectedHeader({ alg: "EdDSA", kid, typ: "svc-statement" })
      .sign(privateKey);
    expect(errorOf(() => check.signedBy(made, keys))).toMatch(/was not made with the key/);
    const own = { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "mine" }] };
    expect(errorOf(() => check.signedBy(jws, own))).toMatch(/is not one of the keys you gave/);
  });

  test("in JSON covers what no row says: instant, range, code, level", async () => {
    const statement = JSON.parse(json) as PartnerStatementFile;
    const keys = await statementKeys();
    for (const change of [
      { as_of: "2027-01-01T00:00:00.000Z" },
      { from: null },
      { tz: "Asia/Tokyo" },
      { partner: { ...statement.partner, code: "somebody" } },
      { now: { ...statement.now, level: 6 } },
      { simulated: !statement.simulated },
    ]) {
      const changed = { ...statement, ...change };
      const found = await check.verify(check.linesOf(changed));
      expect(errorOf(() => check.compare(changed, found))).toBe(
        `The signature: it is of a statement with another ${Object.keys(change)[0]}`,
      );
    }
    expect(check.signedBy(statement.signature, keys).kid).toBe(keys.keys[0]!.kid);
  });
});

describe("the verifier program", () => {
  const write = (name: string, text: string): string => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const run = (...parameters: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [VERIFIER, ...parameters], {
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
      /rows 1 to 67\n[^]*accrued [\d.]+ = settled 1\.000001 \+ in transit 0 \+ pending [\d.]+[^]*CONSISTENT: all hashes and sums match. This does not show who made the file\n$/,
    );
    expect(right.stdout).toContain(`${head}, as you gave it`);
    const ofPart = run(write("right.json", json));
    expect(ofPart.status).toBe(0);
    expect(ofPart.stdout).toContain("balances before row 24 are taken from this file");
    expect(right.stdout).toMatch(/the levels of \d+ fees were recomputed from this file/);
  });

  test("says that a file is signed only with the keys that its reader names", async () => {
    const keys = write("keys.json", JSON.stringify(await statementKeys()));
    const file = write("signed.csv", csv(part));
    const signed = run(file, "--keys", keys);
    expect(signed).toMatchObject({ status: 0, stderr: "" });
    expect(signed.stdout).toMatch(
      /as of 2026-[^]*\nSIGNED by http:\/\/localhost:3000 with the key [\w-]{43}, one of the keys you gave\n$/,
    );
    const forged = write("forged.csv", csv(forgery(whole)));
    expect(run(forged)).toMatchObject({ status: 0 });
    expect(run(forged).stdout).toMatch(/Signature none in this file[^]*CONSISTENT: [^]*\n$/);
    expect(run(forged).stdout).not.toMatch(/valid|SIGNED|OK/);
    expect(run(forged, "--keys", keys)).toEqual({
      status: 1,
      stdout: "",
      stderr: "NOT VALID. The signature: the file has none\n",
    });
    expect(run(file, "--keys", "http://service.example/keys").stderr).toBe(
      "NOT VALID. The keys: an address must begin with https://\n",
    );
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
