import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { expect, it } from "vitest";

const FONTS = fileURLToPath(new URL(".", import.meta.url));
const COMPONENTS = fileURLToPath(new URL("../../components", import.meta.url));

/** Known tables of a WOFF2 directory by their number (W3C WOFF 2.0, section 4.1); `glyf` and `loca` may be transformed. */
const CMAP = 0;
const GLYF = 10;
const LOCA = 11;
const OTHER_TAG = 63;

/** The `cmap` table of a WOFF2 file. */
function cmapOf(file: Buffer): Buffer {
  const tables = file.readUInt16BE(12);
  let at = 48;
  const readSize = () => {
    let value = 0;
    for (;;) {
      const byte = file.readUInt8(at++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  let start = 0;
  let cmap: readonly [number, number] | undefined;
  for (let index = 0; index < tables; index++) {
    const flags = file.readUInt8(at++);
    const tag = flags & 63;
    if (tag === OTHER_TAG) at += 4;
    const isGlyphs = tag === GLYF || tag === LOCA;
    const original = readSize();
    const size = isGlyphs === flags >> 6 < 3 ? readSize() : original;
    if (tag === CMAP) cmap = [start, start + size];
    start += size;
  }
  return brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20))).subarray(...cmap!);
}

/** Code points of the first subtable of format 4, which has the whole basic plane. */
function codePointsOf(cmap: Buffer): Set<number> {
  const offsets = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) =>
    cmap.readUInt32BE(8 + 8 * index),
  );
  const at = offsets.find((offset) => cmap.readUInt16BE(offset) === 4)!;
  const segments = cmap.readUInt16BE(at + 6) / 2;
  const points = new Set<number>();
  for (let index = 0; index < segments; index++) {
    const end = cmap.readUInt16BE(at + 14 + 2 * index);
    const start = cmap.readUInt16BE(at + 16 + 2 * (segments + index));
    for (let point = start; point <= end; point++) points.add(point);
  }
  return points;
}

/** Marks of direction have no glyph, and figure dashes are drawn in place of a time that is not known yet. */
const WITHOUT_GLYPH = /[\u200e\u200f\u2066-\u2069\u2012\n]/;

function charactersOfTexts(): Set<string> {
  return new Set(
    readdirSync(COMPONENTS, { recursive: true, encoding: "utf8" })
      .filter((path) => /messages\/(?:en|de)\//.test(path))
      .flatMap((path) => Array.from(readFileSync(join(COMPONENTS, path), "utf8")))
      .filter((character) => !WITHOUT_GLYPH.test(character)),
  );
}

it.each(["geist.woff2", "geist-mono.woff2"])(
  "%s has every character of the English and German texts",
  (name) => {
    const points = codePointsOf(cmapOf(readFileSync(join(FONTS, name))));
    expect(points.size).toBeGreaterThan(200);
    const missing = [...charactersOfTexts()].filter(
      (character) => !points.has(character.codePointAt(0)!),
    );
    expect(missing).toEqual([]);
  },
);
