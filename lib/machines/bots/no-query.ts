import { z } from "zod";

/** Refuses all parameters: they would be signed without any meaning. */
export const NoQuery = z.strictObject({});
