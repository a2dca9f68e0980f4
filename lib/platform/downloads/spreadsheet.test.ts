import { describe, expect, test } from "vitest";
import { csvLine, figureCell, textCell } from "./csv-cells.ts";
import { answerFile } from "./file-answer.ts";
import { downloadsOneAtATime } from "./one-at-a-time.ts";

const HEAD = csvLine(["created_at", "price", "note"]);
const ROW = csvLine(["2026-02-03T04:05:06.789Z", figureCell("-1234.5600"), textCell("a;b")]);

async function fileFor(query: string, ...parts: string[]): Promise<string> {
  const made = (async function* () {
    yield* parts;
  })();
  const answer = await answerFile({
    download: downloadsOneAtATime().begin("me"),
    request: new Request(`http://a/file${query}`),
    parts: made,
    headers: {},
  });
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await answer.arrayBuffer());
}

describe("a CSV file", () => {
  test("is exact unless a spreadsheet's language is named", async () => {
    expect(await fileFor("", HEAD, ROW)).toBe(HEAD + ROW);
    expect(await fileFor("?spreadsheet=xx", HEAD, ROW)).toBe(HEAD + ROW);
  });

  test("of a comma country splits at semicolons, has decimal commas, and a mark before its first line alone", async () => {
    expect(await fileFor("?spreadsheet=de", HEAD, ROW, ROW)).toBe(
      `\uFEFFcreated_at;price;note\r\n${'2026-02-03 04:05:06;-1234,5600;"a;b"\r\n'.repeat(2)}`,
    );
  });

  test("of a point country keeps commas and points, and has the mark and the times", async () => {
    expect(await fileFor("?spreadsheet=en", HEAD, ROW)).toBe(
      "\uFEFFcreated_at,price,note\r\n2026-02-03 04:05:06,-1234.5600,a;b\r\n",
    );
    expect(await fileFor("?spreadsheet=ar", ROW)).toBe(
      "\uFEFF2026-02-03 04:05:06,-1234.5600,a;b\r\n",
    );
  });

  test.each([
    ["a comma, which no longer separates", "1,5", '"1,5"'],
    ["quotes", 'say "1.5"', '"say ""1.5"""'],
    ["a line break and what looks like another cell", "a\r\n1.5,b", '"a\r\n1.5,b"'],
    ["words that contain a figure", "v1.5", "v1.5"],
    ["two points", "1.5.0", "1.5.0"],
    ["an address", "10.0.0.1", "10.0.0.1"],
    ["nothing", "", ""],
    ["a formula behind a semicolon", "x;=1+1", '"x;\'=1+1"'],
    ["a day", "2026-02-03", "2026-02-03"],
  ])("keeps text with %s", async (_, text, cell) => {
    expect(await fileFor("?spreadsheet=de", csvLine([textCell(text), "1"]))).toBe(
      `\uFEFF${cell};1\r\n`,
    );
  });
});
