/** Responds to all unknown paths under /api. */
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { route } from "#lib/server/route.ts";

const nothing = route({ credential: "public", takesAnyQuery: true }, () => {
  throw new ServiceError("NOT_FOUND");
});

export { nothing as DELETE, nothing as GET, nothing as PATCH, nothing as POST, nothing as PUT };
