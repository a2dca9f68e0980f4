import { expect, test } from "vitest";
import { StageOrder } from "#lib/assistants/staged-orders/stage-order.ts";
import { TEST_CONTEXT } from "./mcp.testing.ts";
import { orderFieldsResource } from "./resources/order-fields.ts";

test("the document of an order's fields lists each field that can be proposed, and no other", async () => {
  const text = await orderFieldsResource.read(TEST_CONTEXT);
  const named = [...text.matchAll(/^\| ([a-z_]+) \|/gm)].map(([, name]) => name);
  expect(new Set(named)).toEqual(new Set(Object.keys(StageOrder.shape)));
});
