/** The keys of an account, with their usage. */
import "server-only";
import { eq, inArray } from "drizzle-orm";
import type { AccountRows } from "#lib/platform/events/account-rows.ts";
import { assistantPauses, machineReads, proposalLimits } from "./schema/assistant-controls.ts";
import { botKeys, botNonces, keyUsage, mcpKeys } from "./schema/keys.ts";

export const machineRows: AccountRows = {
  count: async (db, { userId }) => ({
    mcpKeys: await db.$count(mcpKeys, eq(mcpKeys.userId, userId)),
    botKeys: await db.$count(botKeys, eq(botKeys.userId, userId)),
  }),
  erase: async (change, { userId }) => {
    const mcp = change.select({ id: mcpKeys.id }).from(mcpKeys).where(eq(mcpKeys.userId, userId));
    const bots = change.select({ id: botKeys.id }).from(botKeys).where(eq(botKeys.userId, userId));
    await change.delete(keyUsage).where(inArray(keyUsage.keyId, mcp));
    await change.delete(keyUsage).where(inArray(keyUsage.keyId, bots));
    await change.delete(machineReads).where(inArray(machineReads.keyId, mcp));
    await change.delete(proposalLimits).where(eq(proposalLimits.userId, userId));
    await change.delete(assistantPauses).where(eq(assistantPauses.userId, userId));
    await change.delete(botNonces).where(inArray(botNonces.keyId, bots));
    await change.delete(mcpKeys).where(eq(mcpKeys.userId, userId));
    await change.delete(botKeys).where(eq(botKeys.userId, userId));
  },
};
