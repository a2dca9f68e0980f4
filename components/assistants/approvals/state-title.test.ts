import { expect, it } from "vitest";
import english from "#components/assistants/messages/en/approvals.ts";
import type { StagedOrderAction } from "#lib/protocol/staged-orders.ts";
import { stateTitle } from "./state-title.ts";

const title = (code: string, action?: StagedOrderAction) =>
  english[
    stateTitle({ state: "refused", error: { code, message: "" }, ...(action && { action }) })
  ];

it("the title names the venue as the one that refused an order only where the venue had it", () => {
  expect(title("INSUFFICIENT_MARGIN")).toContain("The venue refused");
  for (const code of ["NEVER_ARRIVED", "TRADING_NOT_ENABLED"]) {
    expect(title(code)).toBe("The order was not placed.");
    expect(title(code, "close")).toBe("The order was not placed.");
    expect(title(code, "cancel")).toBe("Nothing was changed.");
  }
});

it("a refused edit or cancellation leaves the order, and the title says so", () => {
  for (const action of ["modify", "cancel"] as const) {
    expect(title("ORDER_IS_CLOSED", action)).toContain("as it was");
    expect(english[stateTitle({ state: "placed", error: null, action })]).not.toContain("accepted");
  }
});
