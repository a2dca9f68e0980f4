/** The filters of the list in the page's address and in the query to the service. */
import { CATALYST_TYPES, type CatalystType } from "#lib/protocol/market-knowledge.ts";

export type CatalystFilter = {
  asset: string | undefined;
  type: CatalystType | undefined;
  /** 1 filters nothing, so it becomes undefined. */
  minMagnitude: number | undefined;
};

const ASSET = /^[A-Z0-9]{2,12}$/;
const MAGNITUDE = /^[2-5]$/;

/** Ignores filters that are missing or invalid. */
export function parseFilter(search: string): CatalystFilter {
  const given = new URLSearchParams(search);
  const asset = given.get("asset")?.toUpperCase() ?? "";
  const magnitude = given.get("min_magnitude") ?? "";
  return {
    asset: ASSET.test(asset) ? asset : undefined,
    type: CATALYST_TYPES.find((type) => type === given.get("type")),
    minMagnitude: MAGNITUDE.test(magnitude) ? Number(magnitude) : undefined,
  };
}

/** The query without its question mark; empty when nothing filters. */
export function formatFilter({ asset, type, minMagnitude }: CatalystFilter): string {
  const search = new URLSearchParams();
  if (asset !== undefined) search.set("asset", asset);
  if (type !== undefined) search.set("type", type);
  if (minMagnitude !== undefined) search.set("min_magnitude", minMagnitude.toString());
  return search.toString();
}
