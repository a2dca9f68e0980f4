import { z } from "zod";

/** A parameter that a call does not know is refused: it would be signed, and mean nothing. */
export const NoQuery = z.strictObject({});
