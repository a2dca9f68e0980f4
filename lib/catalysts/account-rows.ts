/** The rows that an account has in catalysts: tags of highlights that it muted or pinned. */
import "server-only";
import { eq } from "drizzle-orm";
import type { AccountRows } from "#lib/platform/events/account-rows.ts";
import { highlightTags } from "./schema/highlights.ts";

export const catalystRows: AccountRows = {
  erase: async (change, { userId }) => {
    await change.delete(highlightTags).where(eq(highlightTags.userId, userId));
  },
};
