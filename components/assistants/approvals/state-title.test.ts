import { expect, it } from "vitest";
import english from "#components/assistants/messages/en/approvals.ts";
import { stateTitle } from "./state-title.ts";

const title = (code: string) =>
  english[stateTitle({ state: "refused", error: { code, message: "" } })];

it("the title names the venue as the one that refused an order only where the venue had it", () => {
  expect(title("INSUFFICIENT_MARGIN")).toContain("The venue refused");
  for (const code of ["NEVER_ARRIVED", "TRADING_NOT_ENABLED"]) {
    expect(title(code)).toBe("The order was not placed.");
  }
});
