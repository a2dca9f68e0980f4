/** The resources of the assistant endpoint, in the order in which `resources/list` names them. */
import type { McpResource } from "./define-resource.ts";
import { marketsResource } from "./markets.ts";
import { orderFieldsResource } from "./order-fields.ts";
import { userContextResource } from "./user-context.ts";

export const RESOURCES: readonly McpResource[] = [
  marketsResource,
  orderFieldsResource,
  userContextResource,
];
