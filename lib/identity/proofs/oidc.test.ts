import { describe, expect, it } from "vitest";
import { Secret } from "#lib/kernel/env.ts";
import { ServiceError } from "#lib/kernel/errors/errors.ts";
import { parseAuthTime, problemOf, provedByClaims } from "./oidc.ts";

const issuer = "https://id.example";
const oidc = { issuer, clientId: "app", clientSecret: new Secret("secret"), name: "ID" };
const claims = { iss: issuer, sub: "42", email: "a@example.com", name: "Ada" };

describe("the identity in a provider's claims", () => {
  it("is the issuer and the subject, and reads as address, name or subject", () => {
    const subject = `${issuer}#42`;
    expect(provedByClaims(claims, oidc)).toEqual({ kind: "oidc", subject, label: claims.email });
    expect(provedByClaims({ ...claims, email: undefined }, oidc).label).toBe("Ada");
    expect(provedByClaims({ iss: issuer, sub: "42" }, oidc).label).toBe("42");
    expect(provedByClaims({ ...claims, email: 7, name: "A\u202E\nB" }, oidc).label).toBe("A  B");
  });

  it("is refused when the issuer is not the one that was asked", () => {
    const other = { ...claims, iss: "https://evil.example" };
    expect(() => provedByClaims(other, oidc)).toThrow(
      expect.objectContaining({
        code: "SIGN_IN_REFUSED",
        context: { reason: "the issuer is https://evil.example, not https://id.example" },
      }),
    );
    expect(() => provedByClaims({ ...claims, sub: "" }, oidc)).toThrow("sub");
  });
});

it("reads the time of authentication, where the provider reports it", () => {
  expect(parseAuthTime({ ...claims, auth_time: 1_800_000_000 })).toBe(1_800_000_000_000);
  expect(parseAuthTime(claims)).toBeUndefined();
  expect(parseAuthTime({ ...claims, auth_time: "now" })).toBeUndefined();
});

it.each([
  ["error=access_denied", new Error("access_denied"), "access_denied"],
  ["", new ServiceError("IDENTITY_IN_USE"), "IDENTITY_IN_USE"],
  ["", new ServiceError("IDENTITY_NOT_FOUND"), "IDENTITY_NOT_FOUND"],
  ["", new ServiceError("SIGN_IN_REQUIRED"), "SIGN_IN_REFUSED"],
  ["", new ServiceError("SIGN_IN_REFUSED", { reason: "another issuer" }), "SIGN_IN_REFUSED"],
  ["", new Error("State cookie was missing."), "SIGN_IN_REFUSED"],
  ["error=server_error", new Error("server_error"), "IDENTITY_PROVIDER_UNREACHABLE"],
  ["", new Error("connect ECONNREFUSED"), "IDENTITY_PROVIDER_UNREACHABLE"],
  ["", undefined, "IDENTITY_PROVIDER_UNREACHABLE"],
])("names the failure at the provider in one word: %s %s", (query, failure, problem) => {
  expect(problemOf(failure, new URLSearchParams(query))).toBe(problem);
});
