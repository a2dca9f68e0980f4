/** Mail addresses in the canonical form in which they are stored, compared and used. */
import { z } from "zod";

/** RFC 5321, 4.5.3.1.3: a path is 256 octets with its brackets. */
const MAX_CHARACTERS = 254;

/**
 * A dot-atom, `@` and a domain of at least two labels, in ASCII: no quotes, lists, names, comments or line breaks, so that
 * no header can be injected through an address.
 */
const SHAPE =
  /^(?!\.)(?!.*\.\.)[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}(?<!\.)@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** Parses to lower case, without spaces around it. */
export const EmailAddress = z
  .string()
  .max(1_000)
  .trim()
  .max(MAX_CHARACTERS, `must have at most ${MAX_CHARACTERS} characters`)
  .regex(SHAPE, "must be an e-mail address")
  .toLowerCase();
