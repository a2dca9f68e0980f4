/** The filters of the list, as the address of the page and the question to the service have them. */
import { CATALYST_TYPES, type CatalystType } from "#lib/protocol/enumerations.ts";

export type CatalystFilter = {
  asset: string | undefined;
  type: CatalystType | undefined;
  /** Undefined as 1: everything. */
  minMagnitude: number | undefined;
};

const ASSET = /^[A-Z0-9]{2,12}$/;
const MAGNITUDE = /^[2-5]$/;

/** A filter that the address lacks, or gives wrongly, does not apply. */
export function filterOf(search: string): CatalystFilter {
  const given = new URLSearchParams(search);
  const asset = given.get("asset")?.toUpperCase() ?? "";
  const magnitude = given.get("min_magnitude") ?? "";
  return {
    asset: ASSET.test(asset) ? asset : undefined,
    type: CATALYST_TYPES.find((type) => type === given.get("type")),
    minMagnitude: MAGNITUDE.test(magnitude) ? Number(magnitude) : undefined,
  };
}

/** Without a leading question mark; empty when nothing filters. */
export function searchOf({ asset, type, minMagnitude }: CatalystFilter): string {
  const search = new URLSearchParams();
  if (asset !== undefined) search.set("asset", asset);
  if (type !== undefined) search.set("type", type);
  if (minMagnitude !== undefined) search.set("min_magnitude", minMagnitude.toString());
  return search.toString();
}
