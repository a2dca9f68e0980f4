/** The resources of the assistant endpoint, in the order in which `resources/list` names them. */
import type { McpResource } from "./define-resource.ts";
import { marketsResource } from "./resources/markets.ts";
import { orderFieldsResource } from "./resources/order-fields.ts";
import { userContextResource } from "./resources/user-context.ts";

export const RESOURCES: readonly McpResource[] = [
  marketsResource,
  orderFieldsResource,
  userContextResource,
];
