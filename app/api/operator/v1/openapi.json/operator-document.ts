/** The OpenAPI document of the operator's calls. The public document has those of users and programs. */
import * as audit from "#app/api/operator/v1/audit/route.ts";
import * as catalystsIdSplit from "#app/api/operator/v1/catalysts/[id]/split/route.ts";
import * as keysIdLimits from "#app/api/operator/v1/keys/[id]/limits/route.ts";
import * as keysId from "#app/api/operator/v1/keys/[id]/route.ts";
import * as keys from "#app/api/operator/v1/keys/route.ts";
import * as partnerFees from "#app/api/operator/v1/partner/fees/route.ts";
import * as partnerReversals from "#app/api/operator/v1/partner/reversals/route.ts";
import * as partnerReviewsId from "#app/api/operator/v1/partner/reviews/[id]/route.ts";
import * as partnerReviews from "#app/api/operator/v1/partner/reviews/route.ts";
import * as partner from "#app/api/operator/v1/partner/route.ts";
import * as partnerRuns from "#app/api/operator/v1/partner/runs/route.ts";
import * as partnerSettlementsIdFailure from "#app/api/operator/v1/partner/settlements/[id]/failure/route.ts";
import * as partnerSettlementsIdPayment from "#app/api/operator/v1/partner/settlements/[id]/payment/route.ts";
import * as partnerSettlements from "#app/api/operator/v1/partner/settlements/route.ts";
import * as webhooksIdPause from "#app/api/operator/v1/webhooks/[id]/pause/route.ts";
import * as webhooksIdResume from "#app/api/operator/v1/webhooks/[id]/resume/route.ts";
import * as webhooksId from "#app/api/operator/v1/webhooks/[id]/route.ts";
import * as webhooks from "#app/api/operator/v1/webhooks/route.ts";
import {
  type DocumentedRoute,
  type OpenApiDocument,
  openApiDocument,
} from "#lib/server/openapi/document.ts";

export const OPERATOR_ROUTES: readonly DocumentedRoute[] = [
  { path: "/api/operator/v1/audit", handlers: audit },
  { path: "/api/operator/v1/catalysts/{id}/split", handlers: catalystsIdSplit },
  { path: "/api/operator/v1/keys/{id}/limits", handlers: keysIdLimits },
  { path: "/api/operator/v1/keys/{id}", handlers: keysId },
  { path: "/api/operator/v1/keys", handlers: keys },
  { path: "/api/operator/v1/partner/fees", handlers: partnerFees },
  { path: "/api/operator/v1/partner/reversals", handlers: partnerReversals },
  { path: "/api/operator/v1/partner/reviews", handlers: partnerReviews },
  { path: "/api/operator/v1/partner/reviews/{id}", handlers: partnerReviewsId },
  { path: "/api/operator/v1/partner", handlers: partner },
  { path: "/api/operator/v1/partner/runs", handlers: partnerRuns },
  {
    path: "/api/operator/v1/partner/settlements/{id}/failure",
    handlers: partnerSettlementsIdFailure,
  },
  {
    path: "/api/operator/v1/partner/settlements/{id}/payment",
    handlers: partnerSettlementsIdPayment,
  },
  { path: "/api/operator/v1/partner/settlements", handlers: partnerSettlements },
  { path: "/api/operator/v1/webhooks/{id}/pause", handlers: webhooksIdPause },
  { path: "/api/operator/v1/webhooks/{id}/resume", handlers: webhooksIdResume },
  { path: "/api/operator/v1/webhooks/{id}", handlers: webhooksId },
  { path: "/api/operator/v1/webhooks", handlers: webhooks },
];

let cached: { of: string; document: OpenApiDocument } | undefined;

/** Built once per process. */
export function operatorDocument(baseUrl: string): OpenApiDocument {
  if (cached?.of !== baseUrl) {
    const documented = {
      title: "svc for its operator",
      description:
        "Calls for the operator, each with the operator's key; `npm run operator` makes them. Without APP_OPERATOR_KEY they do not exist. The public API is in /api/v1/openapi.json.",
      routes: OPERATOR_ROUTES,
    };
    cached = { of: baseUrl, document: openApiDocument(documented, baseUrl) };
  }
  return cached.document;
}
