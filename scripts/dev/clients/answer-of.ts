/** Reads the JSON of an answer by a schema. */
import { z } from "zod";

/** Of a key that was made: its secret is in this answer only. */
export const MadeKey = z.object({ secret: z.string() });

/** @throws Error with the text of a refusal; ZodError for any other body */
export async function answerOf<Schema extends z.ZodType>(
  response: Response,
  schema: Schema,
): Promise<z.output<Schema>> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${text}`);
  return schema.parse(JSON.parse(text));
}
