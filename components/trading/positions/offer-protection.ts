/** The notice after a reversal. Loaded with the first one. */
import { allCommands } from "#components/frame/commands/command-registry.ts";
import { clientText } from "#components/i18n/client-text.ts";
import { readOf } from "#components/trading/account-reads/account-store.ts";
import { notify } from "#components/ui/notify.ts";
import type { PositionRecord } from "#lib/protocol/wire/account.ts";
import { isLong } from "./position-orders.ts";
import { openPosition } from "./position-request.ts";

/** The take profits and stop losses ended with the position that was turned. `seen`: as it was before. */
export function offerProtection({ account, market, size }: PositionRecord): void {
  const text = clientText("account");
  const side = text(isLong({ size }) ? "short" : "long");
  const run = () => {
    const now = readOf(account, "positions").data?.find((one) => one.market === market);
    if (now === undefined) return;
    allCommands().get("view.table-positions")?.run();
    openPosition("protect", now);
  };
  notify({
    tone: "neutral",
    text: text("reversedBare", { market, side }),
    action: { text: text("protectSide", { side }), run },
    key: `reversed ${market}`,
  });
}
