/** Encodes a position between two records of a list, a time and an id, as the text of a cursor. */
import { z } from "zod";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { catalystId } from "#lib/protocol/wire/catalysts.ts";
import { instant } from "#lib/protocol/wire/values.ts";

export function encodeCursor(time: string, id: string): string {
  return `${time}_${id}`;
}

/**
 * @param idSchema the form of the list's ids
 * @throws MALFORMED_QUERY
 */
export function decodeCursor(
  cursor: string,
  idSchema: z.ZodType<string> = catalystId,
): { time: string; id: string } {
  const position = z.tuple([instant, idSchema]);
  const split = cursor.indexOf("_");
  const { success, data } = position.safeParse([cursor.slice(0, split), cursor.slice(split + 1)]);
  if (!success)
    throw new ServiceError("MALFORMED_QUERY", {
      parameter: "cursor",
      reason: "it is not a cursor of an earlier answer",
    });
  return { time: data[0], id: data[1] };
}
