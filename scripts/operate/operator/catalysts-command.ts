/** The command about catalysts, as the request that it stands for, and its answer. */
import { z } from "zod";
import { WrongCommand } from "./line.ts";
import type { CatalystsName, OperatorRequest } from "./request.ts";

export function isCatalystsName(name: string): name is CatalystsName {
  return name === "catalysts split";
}

export const CATALYSTS_OPTIONS = { "catalysts split": {} } as const;

export const CATALYSTS_TARGETS: Record<CatalystsName, readonly string[]> = {
  "catalysts split": ["a catalyst's id"],
};

/** @throws WrongCommand */
export function catalystsRequest(
  name: CatalystsName,
  [id = ""]: readonly string[],
): OperatorRequest {
  if (!/^evt_[0-9a-f]{24}$/.test(id)) {
    throw new WrongCommand(`"${id}" is no catalyst's id: evt_ and 24 hex digits.`);
  }
  return { name, method: "POST", path: `/catalysts/${id}/split` };
}

const Split = z.object({ catalyst_id: z.string(), merged_into: z.string() });

export function printedSplit(body: unknown): string {
  const { catalyst_id: id, merged_into: other } = Split.parse(body);
  return `${id} is parted from ${other} with the next pass.\n`;
}
