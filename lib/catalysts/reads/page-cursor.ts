/** A place between two records of a list, as text of an answer: a time and an id. */
import { z } from "zod";
import { ServiceError } from "#lib/platform/errors.ts";
import { catalystId } from "#lib/protocol/wire/catalysts.ts";
import { instant } from "#lib/protocol/wire/values.ts";

export function encodeCursor(time: string, id: string): string {
  return `${time}_${id}`;
}

/** @param idSchema of the records of the list. @throws MALFORMED_QUERY */
export function decodeCursor(
  cursor: string,
  idSchema: z.ZodType<string> = catalystId,
): { time: string; id: string } {
  const place = z.tuple([instant, idSchema]);
  const split = cursor.indexOf("_");
  const { success, data } = place.safeParse([cursor.slice(0, split), cursor.slice(split + 1)]);
  if (!success)
    throw new ServiceError("MALFORMED_QUERY", {
      parameter: "cursor",
      reason: "it is not of an answer",
    });
  return { time: data[0], id: data[1] };
}
