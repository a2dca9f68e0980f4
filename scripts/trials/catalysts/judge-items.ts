/** Compares classified items with labels. Only certain labels are judged, so that two readers are judged by the same items. */
import { CATALYST_TYPES, type CatalystType } from "#lib/protocol/market-knowledge.ts";
import type { Classified, Item } from "./classify-items.ts";

export type Share = { hits: number; all: number };

export type Judgement = {
  judged: number;
  types: Readonly<Record<CatalystType, { precision: Share; recall: Share }>>;
  events: { precision: Share; recall: Share };
  /** Of the events of the right type. */
  direction: Share;
  assets: { precision: Share; recall: Share };
};

/** @returns undefined when no item has a certain label */
export function judge(items: readonly Item[], read: readonly Classified[]): Judgement | undefined {
  const rows = items.flatMap(({ label }, index) => {
    const got = read[index];
    return label?.certain === true && got !== undefined ? [{ label, got }] : [];
  });
  if (rows.length === 0) return undefined;
  const types = Object.fromEntries(
    CATALYST_TYPES.map((type) => {
      const hits = count(rows, ({ label, got }) => label.type === type && got.type === type);
      return [
        type,
        {
          precision: { hits, all: count(rows, ({ got }) => got.type === type) },
          recall: { hits, all: count(rows, ({ label }) => label.type === type) },
        },
      ];
    }),
  ) as Judgement["types"];
  const found = rows.filter(({ label, got }) => got.type !== "none" && got.type === label.type);
  const named = found.flatMap(({ label, got }) =>
    got.assets.filter((asset) => label.assets.includes(asset)),
  );
  return {
    judged: rows.length,
    types,
    events: {
      precision: { hits: found.length, all: count(rows, ({ got }) => got.type !== "none") },
      recall: { hits: found.length, all: count(rows, ({ label }) => label.type !== "none") },
    },
    direction: {
      hits: count(found, ({ label, got }) => (label.direction ?? null) === got.direction),
      all: found.length,
    },
    assets: {
      precision: { hits: named.length, all: found.flatMap(({ got }) => got.assets).length },
      recall: { hits: named.length, all: found.flatMap(({ label }) => label.assets).length },
    },
  };
}

function count<Row>(rows: readonly Row[], fits: (row: Row) => boolean): number {
  return rows.filter(fits).length;
}

const Z = 1.96;

/** Wilson's 95 % interval of a share; undefined for a share of nothing. */
export function interval({ hits, all }: Share): [from: number, to: number] | undefined {
  if (all === 0) return undefined;
  const share = hits / all;
  const scale = 1 + Z ** 2 / all;
  const middle = (share + Z ** 2 / (2 * all)) / scale;
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / all + Z ** 2 / (4 * all ** 2));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}
